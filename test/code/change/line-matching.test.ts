import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchLines } from '../../../src/code/change/line-matching.ts';

test('removed lines stand half a line before what follows them', () => {
  const lines = matchLines('a\nb\nc\nd', 'a\nc\nx\nd');
  expect([1, 2, 3, 4].map((line) => lines.inHead(line))).toEqual([1, undefined, 2, 4]);
  expect([1, 2, 3, 4].map((line) => lines.inBase(line))).toEqual([1, 3, undefined, 4]);
  expect([1, 2, 3, 4].map((line) => lines.positionInHead(line))).toEqual([1, 1.5, 2, 4]);
  expect(lines.touchesHead(2, 2)).toBe(true);
  expect(lines.touchesHead(4, 4)).toBe(false);
  expect(lines.touchesHead(3, 4)).toBe(true);
});

test('lines that are paired are the same, in order, and both ways', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, (base, head) => {
      const lines = matchLines(base.join('\n'), head.join('\n'));
      let last = 0;
      base.forEach((line, index) => {
        const to = lines.inHead(index + 1);
        expect(lines.positionInHead(index + 1)).toBeGreaterThan(last === 0 ? 0 : last - 0.5);
        if (to === undefined) return;
        expect(head[to - 1]).toBe(line);
        expect(lines.inBase(to)).toBe(index + 1);
        expect(to).toBeGreaterThan(last);
        last = to;
      });
    }),
  );
});

test('a text is aligned with itself line by line', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const text = texts.join('\n');
      const lines = matchLines(text, text);
      const count = text.split('\n').length;
      expect(lines.inHead(count)).toBe(count);
      expect(lines.touchesHead(1, count)).toBe(false);
    }),
  );
});
