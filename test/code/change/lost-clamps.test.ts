import { expect, test } from '@jest/globals';
import { lostClamps } from '../../../src/code/change/lost-clamps.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The numbers that a change of a function takes the limit off. */
function unlimitedIn(lines: string): string[] {
  const { base, head } = versionsOf(` int min(int, int), use(int), read_number(void);
 struct block { int size; };
 int take(struct block *block, int count, int most) {
   int n;
${lines}
   return use(n) + block->size;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lostClamps(change, pair).map(({ place }) => place));
}

test.each([
  [
    'a limit of what a place holds',
    '   block->size = read_number();\n-  block->size = min(block->size, most);',
    'block->size',
  ],
  ['a limit on the way', '-  n = min(count, most);\n+  n = count;', 'n'],
  ['a choice', '-  n = most > count ? count : most;\n+  n = count;', 'n'],
])('%s is lost', (_what, lines, place) => {
  expect(unlimitedIn(lines)).toEqual([place]);
});

test.each([
  ['the larger of two', '-  n = count > most ? count : most;\n+  n = count;'],
  [
    'what is put in other words',
    '-  n = min(count, most);\n+  n = count;\n+  if (n > most) n = most;',
  ],
  ['another value', '-  n = min(count, most);\n+  n = read_number();'],
  ['the limit alone', '-  n = min(count, 16);\n+  n = 16;'],
  ['the other order', '-  n = min(count, most);\n+  n = min(most, count);'],
])('%s is no loss', (_what, lines) => {
  expect(unlimitedIn(lines)).toEqual([]);
});
