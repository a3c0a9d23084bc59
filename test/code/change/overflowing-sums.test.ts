import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { overflowingSums } from '../../../src/code/change/overflowing-sums.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The sums of a rewritten test that may wrap around. */
function sumsOf(before: string, now: string): string[] {
  const { base, head } =
    versionsOf(` int take(const char *at, const char *end, unsigned n, unsigned long size, unsigned room,
          unsigned used, unsigned short few) {
-  if (${before}) return -1;
+  if (${now}) return -1;
   return at[n];
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    overflowingSums(change, pair).map(({ sum }) => expressionText(sum)),
  );
}

test.each([
  ['n > end - at', 'at + n > end', ['at + n']],
  ['end - at < n', 'end < at + n', ['at + n']],
  ['size > end - at', 'size + at > end', ['size + at']],
  ['used > room || n > room - used', 'used + n > room', ['used + n']],
])('%s made %s', (before, now, sums) => {
  expect(sumsOf(before, now)).toEqual(sums);
});

test.each([
  ['4 > end - at', 'at + 4 > end', 'the number is known'],
  ['few > end - at', 'at + few > end', 'two bytes do not lead round'],
  [
    'n > room - used',
    'used + n > room',
    'the difference was no safer: nothing said that it is not negative',
  ],
  ['at + n > end', 'end < at + n', 'it was a sum before'],
  ['n > end - at', 'at + n > end + 1', 'that says another thing'],
  ['at + n > end', 'n > end - at', 'that is the better way'],
])('%s made %s: %s', (before, now) => {
  expect(sumsOf(before, now)).toEqual([]);
});
