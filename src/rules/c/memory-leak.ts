import type { CRule } from './c-rule.ts';

export const memoryLeak: CRule = {
  id: 'memory_leak',
  title: 'Allocated memory is never freed',
  category: 'resource',
  cwe: [401],
  severity: 'medium',
  precision: 'medium',
  help: 'The function ends while nothing refers to a block that it allocated, so nobody can free it any more. In a long-running program, or one whose input decides how often this happens, the memory runs out.',
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
    ],
  },
  listen: (report) => ({
    lost(object, at, facts) {
      const { allocatedAt } = object;
      if (allocatedAt === undefined || object.kind !== 'heap') return;
      // What lives until the program ends is given back by the system.
      const untilExit = facts.function.name === 'main';
      report(
        allocatedAt,
        `the memory from ${object.name} is lost when the function ends at line ${facts.unit.tree.location(at).line}`,
        {
          confidence: untilExit ? 0.6 : 0.75,
          trace: [
            allocatedAt,
            facts.step(at, 'nothing refers to it any more when the function ends here'),
          ],
        },
      );
    },
  }),
};
