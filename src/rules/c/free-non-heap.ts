import type { CRule } from './c-rule.ts';

export const freeNonHeap: CRule = {
  id: 'free_non_heap',
  title: 'Memory that was never allocated is freed',
  category: 'memory',
  cwe: [590],
  severity: 'high',
  precision: 'high',
  help: 'Only what `malloc` or `new` returned may be given back. Freeing a local variable, a global, a string literal or what `alloca` returned makes the allocator read its bookkeeping from memory that holds something else.',
  suggestion: 'Leave out the free, or allocate the memory on the heap.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
static char shared[64];
void finish(int large) {
  char small[32];
  char *text = small;
  text[0] = 0;
  free(text); // defect
  char *other = shared;
  if (large) other = malloc(4096);
  if (other == NULL) return;
  other[0] = 0;
  free(other); // defect
  char *fixed = "none";
  free(fixed); // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
void finish(size_t length) {
  char small[32];
  char *text = small;
  if (length > sizeof(small)) {
    text = malloc(length);
    if (text == NULL) return;
  }
  memset(text, 0, length);
  if (text != small) free(text);
}`,
    ],
  },
  listen: (report) => ({
    release(event, facts) {
      if (!/^(?:malloc|new(?:\[\])?)$/.test(event.family)) return;
      const { from } = facts.factsOf(event.pointer);
      if (/^(?:__builtin_)?alloca$/.test(from)) {
        report(event.expr, 'what alloca returned is freed', { confidence: 0.9 });
        return;
      }
      if (facts.mayBeAnyElement(event.pointer)) return;
      const pointees = facts.pointees(event.pointer);
      for (const { object } of pointees) {
        if (!/^(?:variable|static|literal)$/.test(object.kind)) continue;
        const what =
          object.kind === 'literal' ? 'a string literal' : `the variable \`${object.name}\``;
        const sure = pointees.length === 1;
        report(
          event.expr,
          `\`${facts.text(event.operand)}\` ${sure ? 'points' : 'may point'} to ${what}, which was not allocated`,
          { confidence: sure ? 0.9 : 0.7 },
        );
      }
    },
  }),
};
