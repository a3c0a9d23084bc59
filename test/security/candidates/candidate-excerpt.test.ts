import { expect, test } from '@jest/globals';
import { redactLines } from '../../../src/model/redaction/redacted-lines.ts';
import { evidenceAt, excerptAround } from '../../../src/security/candidates/candidate-excerpt.ts';

const lines = redactLines(Array.from({ length: 20 }, (_, at) => `  line ${at + 1} `));

/** The first and the last line of an excerpt. */
function ends(line: number, endLine = line): (string | number | undefined)[] {
  const { first_line, lines: shown } = excerptAround(lines, line, endLine);
  return [first_line, shown[0], shown.at(-1)];
}

test('four lines are shown before and behind a place, as far as there are any', () => {
  expect(ends(10)).toEqual([6, '  line 6 ', '  line 14 ']);
  expect(ends(3)).toEqual([1, '  line 1 ', '  line 7 ']);
  expect(ends(18)).toEqual([14, '  line 14 ', '  line 20 ']);
});

test('of a place of many lines the end, or four lines, are shown with four more', () => {
  expect(ends(8, 10)).toEqual([4, '  line 4 ', '  line 14 ']);
  expect(ends(8, 12)).toEqual([4, '  line 4 ', '  line 16 ']);
  expect(ends(8, 13)).toEqual([4, '  line 4 ', '  line 16 ']);
});

test('beyond the end nothing is shown', () => {
  expect(excerptAround(lines, 30, 30)).toEqual({ first_line: 26, lines: [] });
  expect(evidenceAt(lines, 30)).toBe('');
});

test('a line is trimmed, and cut where it is long', () => {
  expect(evidenceAt(lines, 7)).toBe('line 7');
  const long = redactLines([` ${'x '.repeat(99)}ab`, 'y '.repeat(101)]);
  expect(evidenceAt(long, 1)).toHaveLength(200);
  expect(evidenceAt(long, 2)).toHaveLength(200);
  expect(excerptAround(long, 2, 2).lines.map((line) => line.length)).toEqual([200, 200]);
});
