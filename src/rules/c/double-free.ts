import type { TraceStep } from '../../code/syntax/location.ts';
import type { CRule } from './c-rule.ts';
import { isBefore, MAYBE, ON_SOME_PATHS, releaseOf, SURE } from './support/calls/freed-memory.ts';

export const doubleFree: CRule = {
  id: 'double_free',
  title: 'Memory is freed twice',
  category: 'memory',
  cwe: [415],
  furtherCwe: [1341],
  severity: 'high',
  precision: 'high',
  help: 'Freeing the same block twice corrupts the allocator: the block is handed out to two owners at once. It mostly comes from an error path that cleans up what a common exit cleans up again.',
  suggestion: 'Free it in one place, or set the pointer to NULL right after the first release.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
int load(const char *path, int (*parse)(char *)) {
  char *buffer = malloc(4096);
  if (buffer == NULL) return -1;
  int status = parse(buffer);
  if (status != 0) {
    free(buffer);
  }
  free(buffer); // defect
  return status;
}`,
      `#include <stdlib.h>
struct parcel { char *label; int weight; };
struct parcel *parcel_new(size_t room) {
  struct parcel *parcel = malloc(sizeof *parcel);
  if (parcel == NULL) abort();
  parcel->label = calloc(room, 1);
  return parcel;
}
void parcel_drop(struct parcel *parcel) { free(parcel->label); free(parcel); }
int weigh(const size_t *rooms, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    struct parcel *parcel = parcel_new(rooms[i]);
    parcel->weight = i;
    sum += parcel->weight;
    free(parcel->label);
    parcel_drop(parcel); // defect
  }
  return sum;
}`,
      `#include <stdio.h>
void log_parts(const char *path, int count) {
  FILE *out = fopen(path, "a");
  if (out == NULL) return;
  for (int i = 0; i < count; i++) {
    fputs("part", out);
    if (i % 3 == 0) {
      fclose(out); // defect
    }
  }
}`,
    ],
    good: [
      `#include <stdlib.h>
int load(const char *path, int (*parse)(char *)) {
  int status = -1;
  char *buffer = malloc(4096);
  if (buffer == NULL) goto out;
  status = parse(buffer);
  if (status != 0) {
    free(buffer);
    buffer = NULL;
  }
out:
  free(buffer);
  return status;
}`,
      `#include <stdlib.h>
struct parcel { char *label; int weight; };
struct parcel *parcel_new(size_t room) {
  struct parcel *parcel = malloc(sizeof *parcel);
  if (parcel == NULL) abort();
  parcel->label = calloc(room, 1);
  return parcel;
}
void parcel_drop(struct parcel *parcel) { free(parcel->label); free(parcel); }
int weigh(const size_t *rooms, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    struct parcel *parcel = parcel_new(rooms[i]);
    parcel->weight = i;
    sum += parcel->weight;
    parcel_drop(parcel);
  }
  return sum;
}`,
      `#include <stdlib.h>
#define PARCELS struct parcel **
struct parcel { char *label; };
static void parcel_drop(struct parcel *parcel) { free(parcel->label); free(parcel); }
void drop_all(PARCELS all, size_t count) {
  for (size_t i = 0; i < count; i++) parcel_drop(all[i]);
  free(all);
}`,
      `#include <stdlib.h>
#include <string.h>
#define ROW_PARTS(row) (char **)&(row)->cells, &(row)->room
struct row { int *cells; int room; };
int widen(char **cells, int *room, int count) {
  if (count > *room) {
    void *more = realloc(*cells, count * sizeof(int));
    if (more == NULL) return -1;
    *cells = more;
    *room = count;
  }
  return 0;
}
void twice(void) {
  struct row row;
  memset(&row, 0, sizeof row);
  if (widen(ROW_PARTS(&row), 40) == 0) row.cells[0] = 1;
  free(row.cells);
  memset(&row, 0, sizeof row);
  if (widen(ROW_PARTS(&row), 50) == 0) row.cells[0] = 1;
  free(row.cells);
}`,
      `#include <stdio.h>
void log_parts(const char *path, int count) {
  FILE *out = NULL;
  for (int i = 0; i < count; i++) {
    if (out == NULL) {
      out = fopen(path, "a");
      if (out == NULL) return;
    }
    fputs("part", out);
    if (i % 3 == 0) {
      fclose(out);
      out = NULL;
    }
  }
  if (out != NULL) fclose(out);
}`,
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      const pointees = facts.pointees(event.pointer);
      const releasedAt = releaseOf(event.pointer, facts);
      if (releasedAt !== undefined && !pointees.some(({ object }) => object.lifetime === 'freed')) {
        const trace = [releasedAt, facts.step(event.expr, 'it is freed again here')];
        report(event.expr, `\`${facts.text(event.operand)}\` has already been freed on this path`, {
          confidence: 0.9,
          event: 'definite',
          trace,
          beyondPaths: true,
        });
        return;
      }
      for (const { object } of pointees) {
        if (object.lifetime !== 'freed' && object.lifetime !== 'maybe-freed') continue;
        const sure = object.lifetime === 'freed' && pointees.length === 1;
        // What a field holds when its callee is called again, the callee has mostly replaced.
        const isContent = facts.valueOf(event.operand).root !== event.pointer.root;
        const isAgain = isContent && isSamePlace(object.freedAt, facts.step(event.expr, ''));
        const what = /malloc|new/.test(event.family) ? 'freed' : 'closed';
        const again = facts.step(event.expr, `it is ${what} again here`);
        const trace = [object.allocatedAt, object.freedAt, again].filter(
          (step) => step !== undefined,
        );
        report(
          event.expr,
          `\`${facts.text(event.operand)}\` ${sure ? 'has already been' : 'may already have been'} ${what} on this path`,
          {
            ...(isAgain || (!sure && !isBefore(object.freedAt, again))
              ? MAYBE
              : sure
                ? SURE
                : ON_SOME_PATHS),
            trace,
            ...(what === 'closed' ? { cwe: 1341 } : {}),
          },
        );
      }
    },
  }),
};

function isSamePlace(a: TraceStep | undefined, b: TraceStep): boolean {
  return a?.location.line === b.location.line && a.location.column === b.location.column;
}
