import { expect, test } from '@jest/globals';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { untestedOutputs } from '../../../src/code/change/untested-outputs.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** What a change uses without the flag that came with it, and the flags. */
function untestedIn(lines: string): [used: string, tested: string][] {
  const { base, head } = versionsOf(` int read_entry(unsigned *number, int *is_there);
 int decode(unsigned), note(const char *);
 int load(unsigned wanted) {
   unsigned number;
   int is_there = 1;
   if (wanted > 9) number = wanted;
   if (read_entry(&number, &is_there) < 0) return -1;
${lines}
   return decode(number);
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    untestedOutputs(change, pair).map(({ used, tested }): [string, string] => [used, tested]),
  );
}

test('a value is used without the flag that the same call gave', () => {
  expect(untestedIn('-  if (!is_there) return 0;')).toEqual([['number', 'is_there']]);
});

test.each([
  ['the test went on', '-  if (!is_there) note("none");'],
  ['the flag is asked otherwise', '-  if (!is_there) return 0;\n+  if (is_there != 1) return 0;'],
  ['the value is another one', '-  if (!is_there) return 0;\n+  number = wanted;'],
])('nothing is untested where %s', (_what, lines) => {
  expect(untestedIn(lines)).toEqual([]);
});
