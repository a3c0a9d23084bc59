import { expect, test } from '@jest/globals';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { reverseHunks } from '../../../src/workspace/git/reverse-hunks.ts';

const hunksOf = (before: string, after: string, context: number) =>
  structuredPatch('a', 'b', before, after, '', '', { context }).hunks.map((hunk) => ({
    ...hunk,
    // As the parser gives them, and not as they are written.
    oldStart: hunk.oldStart,
    newStart: hunk.newStart,
  }));

/** Texts of few different lines, so that many of them are alike; the last may have no end. */
const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', 'd\r'), { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));

test('what a patch made of a text is taken back, and its stretches say what it was', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
      const reversed = reverseHunks(after, hunksOf(before, after, context));
      if (!('text' in reversed)) throw new Error(`line ${reversed.mismatch}`);
      expect(reversed.text).toBe(before);
      const [old, now] = [linesOf(before), linesOf(after)];
      let [at, rebuilt] = [0, ''];
      for (const { oldStart, oldCount, start, count } of reversed.hunks) {
        const from = oldCount === 0 ? oldStart : oldStart - 1;
        const to = count === 0 ? start : start - 1;
        rebuilt += old.slice(at, from).join('') + now.slice(to, to + count).join('');
        at = from + oldCount;
      }
      expect(rebuilt + old.slice(at).join('')).toBe(after);
    }),
    { numRuns: 500 },
  );
});

function linesOf(whole: string): string[] {
  return whole.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

test('a text that lost the patch is told from one that is another', () => {
  const hunks = hunksOf('a\nb\nc\n', 'a\nB\nc\n', 1);
  expect(reverseHunks('a\nb\nc\n', hunks)).toEqual({ mismatch: 2, isBefore: true });
  expect(reverseHunks('a\nx\nc\n', hunks)).toEqual({ mismatch: 2, isBefore: false });
  // Nor are its lines looked for elsewhere: a review is limited to where they are said to be.
  expect(reverseHunks('new\na\nB\nc\n', hunks)).toEqual({ mismatch: 1, isBefore: false });
  expect(reverseHunks('', hunks)).toEqual({ mismatch: 1, isBefore: false });
});

test('a long text is no more than a text', () => {
  const many = 'line\n'.repeat(400_000);
  const hunks = [{ oldStart: 1, newStart: 1, lines: ['-old', '+line'] }];
  const reversed = reverseHunks(many, hunks);
  expect('text' in reversed && reversed.text === `old\n${many.slice(5)}`).toBe(true);
});

test('carriage returns that the patch has lost are given to what it took away', () => {
  const hunks = hunksOf('a\nb\n', 'a\nB\n', 1);
  expect(reverseHunks('a\r\nB\r\n', hunks)).toMatchObject({ text: 'a\r\nb\r\n' });
});
