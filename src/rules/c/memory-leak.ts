import type { TraceStep } from '../../code/syntax/location.ts';
import type { CRule } from './c-rule.ts';
import { lostReleases } from './support/calls/lost-releases.ts';
import { reallocInPlace } from './support/calls/realloc-in-place.ts';

export const memoryLeak: CRule = {
  id: 'memory_leak',
  title: 'Allocated memory is never freed',
  category: 'resource',
  cwe: [401],
  severity: 'medium',
  precision: 'medium',
  help: 'The function ends while nothing refers to a block that it allocated, so it can never be freed. In a long-running program, or one whose input decides how often this happens, the memory runs out.',
  suggestion: 'Free it on every path that leaves the function, or hand it to the caller.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
int count_commas(const char *line) {
  char *copy = strdup(line); // defect
  if (copy == NULL) return -1;
  int count = 0;
  for (char *at = strchr(copy, ','); at != NULL; at = strchr(at + 1, ',')) count++;
  return count;
}`,
      `#include <stdlib.h>
struct link { struct link *next; void *load; };
struct link *link_to(void *load) {
  struct link *link = malloc(sizeof *link);
  if (link == NULL) return NULL;
  link->next = NULL;
  link->load = load;
  return link;
}
int weigh(int weight) {
  int *load = malloc(sizeof *load);
  if (load == NULL) return -1;
  *load = weight;
  struct link *link = link_to(load); // defect
  if (link == NULL) {
    free(load);
    return -1;
  }
  return *load;
}`,
    ],
    good: [
      `#include <stdlib.h>
struct list { void **items; int count; };
int add(struct list *list, int value) {
  int *item = malloc(sizeof *item);
  if (item == NULL) return -1;
  *item = value;
  list->items[list->count++] = item;
  return 0;
}`,
      `#include <stdlib.h>
char *make(int size) {
  char *text = malloc(size);
  if (text == NULL) return NULL;
  text[0] = 0;
  return text;
}`,
      `#include <stdlib.h>
#include <string.h>
struct link { struct link *next; void *load; };
struct train { struct link *last; };
struct wagon { char *name; int *seats; };
static struct link *couple(struct link *last, void *load) {
  struct link *link = malloc(sizeof *link);
  if (link == NULL) abort();
  link->load = load;
  last->next = link;
  return link;
}
int extend(struct train *train, const char *name, size_t seats) {
  struct wagon *wagon;
  if (!(wagon = calloc(1, sizeof *wagon))) goto fail;
  if ((wagon->name = malloc(strlen(name) + 1)) == NULL) goto drop_wagon;
  if (!(wagon->seats = calloc(seats, sizeof *wagon->seats))) goto drop_name;
  strcpy(wagon->name, name);
  train->last = couple(train->last, wagon);
  return 0;
drop_name:
  free(wagon->name);
drop_wagon:
  free(wagon);
fail:
  return -1;
}`,
      `#include <stdlib.h>
struct desk { char *label; };
int drawers(struct desk *desk);
static int set_up(struct desk *desk) {
  desk->label = malloc(20);
  if (desk->label == NULL) return 1;
  if (drawers(desk) == 0) return 0;
  free(desk->label);
  desk->label = NULL;
  return 2;
}
static int build(struct desk *desk) { return set_up(desk); }
int main(void) {
  struct desk desk;
  return build(&desk) != 0 && drawers(&desk) != 0;
}`,
      `#include <stdlib.h>
static void drop_each(char **names, int count) {
  for (int i = 0; i < count; i++) free(names[i]);
}
int pair(size_t room) {
  char *names[2];
  names[0] = malloc(room);
  names[1] = malloc(room);
  int made = (names[0] != NULL) + (names[1] != NULL);
  drop_each(names, 2);
  return made;
}`,
    ],
  },
  listen: (report) => {
    const inPlace = new Set<string>();
    return {
      assign({ target, value }, facts) {
        const call = reallocInPlace(target, value);
        if (call !== undefined) inPlace.add(placeOf(facts.step(call, '')));
      },
      lost(object, at, facts) {
        const { allocatedAt, freedAt } = object;
        if (allocatedAt === undefined || object.kind !== 'heap') return;
        // realloc_assign_back says so of a block that is lost where realloc fails.
        if (freedAt !== undefined && inPlace.has(placeOf(freedAt))) return;
        // What lives until the program ends is given back by the system.
        const untilExit = facts.function.name === 'main';
        report(
          allocatedAt,
          `the memory from ${object.name} is lost when the function ends at line ${facts.unit.tree.location(at).line}`,
          {
            confidence: untilExit ? 0.55 : 0.75,
            trace: [
              allocatedAt,
              facts.step(at, 'nothing refers to it any more when the function ends here'),
            ],
          },
        );
      },
    };
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions)
      for (const { at, owner } of lostReleases(fn))
        report(at, `\`${owner}\` gives its object away here, and nothing takes it over`, {
          confidence: 0.75,
          event: 'shape',
        });
  },
};

function placeOf({ location: { line, column } }: TraceStep): string {
  return `${line}:${column}`;
}
