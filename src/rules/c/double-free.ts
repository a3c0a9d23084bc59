import type { CRule } from './c-rule.ts';

export const doubleFree: CRule = {
  id: 'double_free',
  title: 'Memory is freed twice',
  category: 'memory',
  cwe: [415],
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
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      const pointees = facts.pointees(event.pointer);
      for (const { object } of pointees) {
        if (object.state !== 'freed' && object.state !== 'maybe-freed') continue;
        const sure = object.state === 'freed' && pointees.length === 1;
        const what = /malloc|new/.test(event.family) ? 'freed' : 'closed';
        const trace = [
          object.allocatedAt,
          object.freedAt,
          facts.step(event.expr, `it is ${what} again here`),
        ].filter((step) => step !== undefined);
        report(
          event.expr,
          `\`${facts.text(event.operand)}\` ${sure ? 'has already been' : 'may already have been'} ${what} on this path`,
          {
            confidence: sure ? 0.9 : 0.65,
            trace,
            ...(what === 'closed' ? { cwe: 1341 } : {}),
          },
        );
      }
    },
  }),
};
