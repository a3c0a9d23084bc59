import { expect, test } from '@jest/globals';
import { rootValue, type Value } from '../../../../src/code/flow/domain/value.ts';
import { ValueOrigins } from '../../../../src/code/flow/domain/value-origins.ts';

const value = (root: number): Value => rootValue(root);

test('a value is what it was chosen from, over several joins, and not what was added to that', () => {
  const origins = new ValueOrigins();
  origins.recordChoice(10, [value(1), value(2)]);
  origins.recordChoice(11, [value(10), { ...value(3), add: 4 }]);
  expect([1, 2, 10, 11].map((root) => origins.mayBe(value(11), root))).toEqual(Array(4).fill(true));
  expect(origins.mayBe(value(11), 3)).toBe(false);
  expect(origins.mayBe({ ...value(11), add: 1 }, 1)).toBe(false);
});

test('what stands for something else is no longer made of what it was', () => {
  const origins = new ValueOrigins();
  origins.recordChoice(10, [value(1), value(2)]);
  origins.forget(1);
  expect(origins.mayBe(value(10), 1)).toBe(false);
});

test('joins that have most of their values in common are looked through once', () => {
  const origins = new ValueOrigins();
  // Twelve rows of five joins, each of all five of the row before: to go every way through them would not end.
  const rows = Array.from({ length: 12 }, (_, row) =>
    [0, 1, 2, 3, 4].map((at) => 10 + 5 * row + at),
  );
  for (const [row, roots] of rows.entries())
    for (const root of roots)
      origins.recordChoice(root, row === 0 ? [value(1)] : (rows[row - 1] ?? []).map(value));
  const last = value(rows.at(-1)?.[0] ?? 0);
  expect(origins.mayBe(last, 1)).toBe(true);
  expect(origins.mayBe(last, 2)).toBe(false);
});

test('rounds of a loop that lead to each other come to an end', () => {
  const origins = new ValueOrigins();
  origins.recordChoice(10, [value(11), value(1)]);
  origins.recordChoice(11, [value(10)]);
  expect(origins.mayBe(value(11), 1)).toBe(true);
  expect(origins.mayBe(value(11), 2)).toBe(false);
});
