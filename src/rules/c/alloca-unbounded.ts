import { isConstant } from '../../code/flow/domain/value.ts';
import type { CRule } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import {
  eventOf,
  fromSource,
  isCheckedAbove,
  taintOriginOf,
} from './support/expressions/untrusted.ts';

/** What a single function may well take from a stack of a few megabytes. */
const MODEST_BYTES = 65536;

export const allocaUnbounded: CRule = {
  id: 'alloca_unbounded',
  title: 'alloca takes a size that nothing limits',
  category: 'resource',
  cwe: [770, 789],
  severity: 'medium',
  precision: 'high',
  help: '`alloca` cannot fail: it moves the stack pointer by as much as it is told. With a large size the memory it returns lies beyond the stack, and writing there corrupts other memory or stops the program.',
  suggestion: 'Limit the size first, or use malloc for sizes that depend on input.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <alloca.h>
#include <string.h>
int is_palindrome(const char *word) {
  size_t length = strlen(word);
  char *turned = alloca(length + 1); // defect
  for (size_t i = 0; i < length; i++) turned[i] = word[length - 1 - i];
  turned[length] = 0;
  return strcmp(word, turned) == 0;
}`,
    ],
    good: [
      `#include <alloca.h>
#include <string.h>
void work(size_t wanted) {
  char *fixed = alloca(256);
  memset(fixed, 0, 256);
  if (wanted > 1024) return;
  char *some = alloca(wanted);
  memset(some, 0, wanted);
}`,
    ],
  },
  listen: (report) => ({
    call({ call, args }, facts) {
      if (!/^(?:__builtin_|_)?alloca$/.test(call.name)) return;
      const [size] = args;
      if (size === undefined || isConstant(size) || facts.range(size).hi <= MODEST_BYTES) return;
      const taint = facts.taint(size);
      const trust = taintOriginOf(facts, size);
      const checked = isCheckedAbove(facts, size);
      report(call, `nothing limits the size${fromSource(taint)} that alloca takes from the stack`, {
        confidence: checked ? 0.45 : trust === 'external' ? 0.85 : 0.68,
        event: eventOf(taint),
        trace: traceOf(taint, facts.step(call, 'it is taken from the stack here')),
      });
    },
  }),
};
