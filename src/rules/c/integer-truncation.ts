import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import { eventOf, isCheckedAbove, taintOriginOf } from './support/expressions/untrusted.ts';
import { type SizeUse, sizeUses } from './support/sizes/size-uses.ts';

export const integerTruncation: CRule = {
  id: 'integer_truncation',
  title: 'A size is cut to fit a smaller type',
  category: 'integer',
  cwe: [197, 681],
  severity: 'medium',
  precision: 'medium',
  help: 'The number was stored in a type that cannot hold it, so that only its low bits are left, and is then used as a size, a length or an index. A text of 65536 characters has length 0 in a `short`. The block that is allocated is far too small for what is copied into it.',
  suggestion: 'Keep the number in size_t, or refuse values that the smaller type cannot hold.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <string.h>
char *duplicate(const char *text) {
  unsigned short length = strlen(text);
  char *made = malloc(length + 1); // defect
  if (made == NULL) return NULL;
  return made;
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
char *duplicate(const char *text) {
  size_t length = strlen(text);
  if (length > 1000) return NULL;
  unsigned short small = length;
  return malloc(small + 1);
}`,
    ],
  },
  listen: (report) => sizeUses((use, facts) => check(use, facts, report)),
};

function check(use: SizeUse, facts: Facts, report: ReportHit): void {
  const { distortion } = facts.factsOf(use.value);
  if (distortion?.kind !== 'truncation' || isCheckedAbove(facts, use.value)) return;
  const trust = taintOriginOf(facts, use.value);
  const narrow = facts.state.facts(use.value.root).hi <= 65535;
  if (use.kind === 'index' && trust !== 'external') return;
  // Texts and files of two gigabytes are rare; only input makes an int too small.
  const confidence = narrow
    ? trust === 'external'
      ? 0.8
      : use.kind === 'index'
        ? 0
        : 0.7
    : trust === 'external'
      ? 0.5
      : 0;
  if (confidence === 0) return;
  report(
    use.expr,
    `\`${facts.text(use.expr)}\` was cut to fit its type and is used as ${NAMES[use.kind]}`,
    {
      confidence,
      event: eventOf(facts.taint(use.value)),
      trace: traceOf(facts.taint(use.value), distortion.step),
    },
  );
}

const NAMES = { length: 'a length', allocation: 'the size of an allocation', index: 'an index' };
