import { expect, test } from '@jest/globals';
import { isOn, placeFindings } from '../../../src/github/publication-plan/line-comments.ts';

const FINDING = {
  ...{ key: '0123abcd', path: 'a.c', start_line: 90, end_line: 91 },
  ...{ severity: 'high' as const, title: 't', body: 'b' },
};
const HUNKS = new Map([
  ['a.c', [{ first: 10, last: 20 }]],
  ['b.h', [{ first: 1, last: 8 }]],
]);

/** Where the one finding is commented on, or why not. */
function placeOf(
  more: object,
  hunks: ReadonlyMap<string, { first: number; last: number }[]> = HUNKS,
) {
  const { inline, listed } = placeFindings([{ ...FINDING, ...more }], {
    ...{ hunks, commented: new Set<string>(), cap: 5 },
  });
  return [
    ...inline.map(({ path, lines: { first, last } }) => `${path}:${first}-${last}`),
    ...listed.map(({ reason }) => reason),
  ];
}

test.each([
  ['its lines are not part of the change', {}],
  ['a.c:12-12', { introduced_at: { path: 'a.c', line: 12 } }],
  ['b.h:3-3', { introduced_at: { path: 'b.h', line: 3 } }],
  ['b.h:8-8', { introduced_at: { path: 'b.h', line: 9 } }],
  ['a.c:20-20', { introduced_at: { path: 'b.h', line: 40 }, start_line: 20 }],
  ['a.c:12-12', { introduced_at: { path: 'a.c', line: 12 }, start_line: 20 }],
  ['its lines are not part of the change', { introduced_at: { path: 'c.h', line: 3 } }],
])('a comment is at %s', (expected, more) => {
  expect(placeOf(more)).toEqual([expected]);
});

test('a thread is about a finding on its own lines, and on the changed one', () => {
  const finding = { ...FINDING, introduced_at: { path: 'b.h', line: 3 } };
  const lines = (line: number) => ({ first: line, last: line });
  expect(isOn(finding, 'a.c', lines(91))).toBe(true);
  expect(isOn(finding, 'b.h', lines(3))).toBe(true);
  expect(isOn(finding, 'b.h', lines(5))).toBe(false);
  expect(isOn(finding, 'a.c', lines(3))).toBe(false);
  expect(isOn(FINDING, 'b.h', lines(3))).toBe(false);
});
