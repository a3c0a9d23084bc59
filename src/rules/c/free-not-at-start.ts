import type { CRule } from './c-rule.ts';

export const freeNotAtStart: CRule = {
  id: 'free_not_at_start',
  title: 'A pointer into the middle of a block is freed',
  category: 'memory',
  cwe: [761],
  severity: 'high',
  precision: 'high',
  help: 'The pointer has moved since the block was allocated, so that `free` does not get the address that `malloc` returned. The allocator takes the bytes before it for its own bookkeeping.',
  suggestion: 'Keep the address that the allocation returned and free that.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
int spaces(const char *line) {
  char *copy = strdup(line);
  if (copy == NULL) return -1;
  int found = 0;
  while (*copy == ' ') {
    copy++;
    found++;
  }
  free(copy); // defect
  return found;
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
int spaces(const char *line) {
  char *copy = strdup(line);
  if (copy == NULL) return -1;
  int found = 0;
  for (char *at = copy; *at == ' '; at++) found++;
  free(copy);
  return found;
}`,
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      if (!/^(?:malloc|new(?:\[\])?)$/.test(event.family)) return;
      const pointees = facts.pointees(event.pointer);
      for (const { object, offset } of pointees) {
        if (object.kind !== 'heap' || object.lifetime === 'moved') continue;
        const range = facts.range(offset);
        if (range.lo === 0 && range.hi === 0) continue;
        const sure = range.lo > 0 || range.hi < 0;
        report(
          event.expr,
          `\`${facts.text(event.operand)}\` ${sure ? 'points' : 'may point'} into the block, not to its start`,
          {
            confidence: sure ? 0.9 : 0.75,
            trace: [object.allocatedAt, facts.step(event.expr, 'it is freed here')].filter(
              (step) => step !== undefined,
            ),
          },
        );
      }
    },
  }),
};
