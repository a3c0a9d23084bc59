import { expect, test } from '@jest/globals';
import { narrowedReads } from '../../../src/code/change/narrowed-reads.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The bits that a place was read with and is. */
function bitsOf(before: string, now: string): string[] {
  const { base, head } =
    versionsOf(` unsigned long read_long(const char *); unsigned read_int(const char *);
 unsigned short read_short(const char *); int is_set(const char *);
 int entry(const char *at, unsigned long size, unsigned count) {
-  ${before};
+  ${now};
   return size > count;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    narrowedReads(change, pair).map(({ bits }) => `${bits.before} to ${bits.now}`),
  );
}

test.each([
  ['size = read_long(at)', 'size = read_int(at)', ['64 to 32']],
  ['count = read_int(at + 2)', 'count = read_short(at + 2)', ['32 to 16']],
  ['size = read_int(at)', 'size = read_long(at)', []],
  ['size = read_long(at)', 'size = read_int(at + 4)', []],
  ['size = read_long(at)', 'count = read_int(at)', []],
  ['count = read_long(at)', 'count = read_int(at)', []],
  ['size = read_long(at)', 'size = read_unknown(at)', []],
])('%s made %s', (before, now, expected) => {
  expect(bitsOf(before, now)).toEqual(expected);
});
