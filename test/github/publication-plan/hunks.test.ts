import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hunksOf, shownPart } from '../../../src/github/publication-plan/hunks.ts';

/** A line of a file: what becomes of it in a change. Text may look like parts of a patch. */
const text = fc.constantFrom('', 'x', '@@ -1 +1 @@', '+', '-', '\\ No newline', 'diff --git', '\r');
const change = fc.record({ mark: fc.constantFrom(' ', '+', '-'), text });

/** Hunks, each with the unchanged lines before it that are not shown. */
const patch = fc.array(
  fc.record({
    skipped: fc.integer({ min: 1, max: 50 }),
    lines: fc.array(change, { minLength: 1, maxLength: 12 }),
  }),
  { maxLength: 5 },
);

interface Hunk {
  readonly skipped: number;
  readonly lines: readonly { readonly mark: string; readonly text: string }[];
}

/** The patch as git prints it, and the lines of the new side that it shows. */
function printed(hunks: readonly Hunk[]) {
  let [left, right] = [1, 1];
  const shown: number[] = [];
  const out: string[] = [];
  for (const { skipped, lines } of hunks) {
    left += skipped;
    right += skipped;
    const olds = lines.filter(({ mark }) => mark !== '+').length;
    const news = lines.filter(({ mark }) => mark !== '-').length;
    const count = (number: number) => (number === 1 ? '' : `,${number}`);
    // A side without lines is named by the line before it.
    const [from, to] = [olds === 0 ? left - 1 : left, news === 0 ? right - 1 : right];
    out.push(`@@ -${from}${count(olds)} +${to}${count(news)} @@ int f(void)`);
    for (const one of lines) out.push(`${one.mark}${one.text}`);
    for (let index = 0; index < news; index += 1) shown.push(right + index);
    left += olds;
    right += news;
  }
  return { patch: out.join('\n'), shown };
}

test('exactly the lines that a patch shows may be commented on', () => {
  fc.assert(
    fc.property(patch, (hunks) => {
      const { patch: whole, shown } = printed(hunks);
      const lines = hunksOf(whole).flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
      expect(lines).toEqual(shown);
    }),
  );
});

test('a patch that is cut off gives a part of the lines', () => {
  fc.assert(
    fc.property(patch, fc.nat(), (hunks, at) => {
      const { patch: whole, shown } = printed(hunks);
      const lines = whole.split('\n');
      const cut = lines.slice(0, at % (lines.length + 1)).join('\n');
      for (const { first, last } of hunksOf(cut)) {
        expect(shown).toContain(first);
        expect(shown).toContain(last);
      }
    }),
  );
});

test('any text is read', () => {
  fc.assert(
    fc.property(fc.string(), (anything) => {
      for (const { first, last } of hunksOf(anything)) expect(first).toBeLessThanOrEqual(last);
    }),
  );
});

const HUNKS = [
  { first: 1, last: 4 },
  { first: 10, last: 16 },
];

test.each([
  ['inside', { first: 11, last: 12 }, { first: 11, last: 12 }],
  ['longer than a hunk', { first: 8, last: 30 }, { first: 10, last: 16 }],
  ['over two hunks', { first: 3, last: 12 }, { first: 3, last: 4 }],
  ['between hunks', { first: 5, last: 9 }, undefined],
  ['after the last', { first: 17, last: 17 }, undefined],
])('the part of a stretch that is %s', (_where, lines, expected) => {
  expect(shownPart(HUNKS, lines)).toEqual(expected);
});
