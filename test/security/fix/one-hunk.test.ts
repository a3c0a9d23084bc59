import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { oneHunk } from '../../../src/security/fix/one-hunk.ts';

const TEXT = 'a\nb\nc\nd\n';

test.each([
  ['a\nB\nc\nd\n', 2, 2, 'B'],
  ['a\nb\nx\nc\nd\n', 2, 2, 'b\nx'],
  ['x\na\nb\nc\nd\n', 1, 1, 'x\na'],
  ['a\nc\nd\n', 1, 2, 'a'],
  ['a\nb\nc\nd\ne\n', 4, 4, 'd\ne'],
])('%j', (after, start_line, end_line, replacement) => {
  expect(oneHunk('a.c', TEXT, after)).toEqual({ path: 'a.c', start_line, end_line, replacement });
});

test.each([[''], ['a\r\nb\nc\nd\n'], [TEXT + 'x\n'.repeat(100)]])('%j is none', (after) => {
  expect(oneHunk('a.c', TEXT, after)).toBeUndefined();
});

const text = fc
  .array(fc.constantFrom('a', 'b', '', 'c d'), { maxLength: 8 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('put in the place of the lines it names, it gives the new text', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const hunk = oneHunk('a.c', before, after);
      fc.pre(hunk !== undefined);
      const lines = before.split('\n');
      expect(hunk.end_line).toBeLessThan(lines.length);
      lines.splice(hunk.start_line - 1, hunk.end_line - hunk.start_line + 1, hunk.replacement);
      expect(lines.join('\n')).toBe(after);
    }),
  );
});
