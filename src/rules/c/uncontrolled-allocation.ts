import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { traceOf } from './support/expressions/taint-trace.ts';
import {
  eventOf,
  fromSource,
  isCheckedAbove,
  isExternal,
} from './support/expressions/untrusted.ts';
import { decodedCounts } from './support/sizes/decoded-counts.ts';
import { type SizeUse, sizeUses } from './support/sizes/size-uses.ts';

/** What a request may well ask for without harm. */
const HARMLESS_BYTES = 16 * 1024 * 1024;

export const uncontrolledAllocation: CRule = {
  id: 'uncontrolled_allocation',
  title: 'Input decides how much memory is allocated',
  category: 'resource',
  cwe: [789, 770],
  severity: 'medium',
  precision: 'high',
  help: 'The size of the block comes from a file, the network, the command line or the environment, and nothing limits it from above. A few bytes of input make the program ask for gigabytes, which takes the machine down or makes the allocation fail.',
  suggestion: 'Refuse sizes above what the program can have a use for.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
#include <stdint.h>
#include <unistd.h>
char *message(int socket) {
  uint32_t length = 0;
  if (read(socket, &length, sizeof(length)) != sizeof(length)) return NULL;
  return malloc(length); // defect
}
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  long rows = strtol(argv[1], NULL, 10);
  char *all = calloc(rows, 80); // defect
  return all == NULL;
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#define LARGEST (1 << 20)
char *message(int socket) {
  uint32_t length = 0;
  if (read(socket, &length, sizeof(length)) != sizeof(length)) return NULL;
  if (length > LARGEST) return NULL;
  return malloc(length);
}
char *small(int socket) {
  uint16_t length = 0;
  if (read(socket, &length, sizeof(length)) != sizeof(length)) return NULL;
  return malloc(length + 1);
}
char *home(void) {
  const char *home = getenv("HOME");
  return home == NULL ? NULL : malloc(strlen(home) + 1);
}`,
    ],
  },
  listen: (report) => sizeUses((use, facts) => check(use, facts, report)),
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions)
      for (const { at, count, by } of decodedCounts(fn, unit))
        report(
          at,
          `\`${by}\` makes \`${count.name}\` of bytes, and nothing limits how many elements it asks for`,
          {
            confidence: 0.55,
            event: 'shape',
          },
        );
  },
};

function check(use: SizeUse, facts: Facts, report: ReportHit): void {
  if (use.kind !== 'allocation') return;
  const known = facts.factsOf(use.value);
  // The length of a text that is in memory already at most doubles what is in use.
  if (!isExternal(known.taint) || known.from === 'strlen' || known.checkedAbove) return;
  if (isCheckedAbove(facts, use.value) || facts.range(use.value).hi <= HARMLESS_BYTES) return;
  report(
    use.expr,
    `nothing limits the size \`${facts.text(use.expr)}\`${fromSource(known.taint)}`,
    {
      confidence: known.taint.kind === 'argv' || known.taint.kind === 'environment' ? 0.6 : 0.8,
      event: eventOf(known.taint),
      trace: traceOf(known.taint, facts.step(use.expr, 'it is allocated here')),
    },
  );
}
