import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

test.each([
  'size > SIZE_MAX - 32',
  'size > (size_t)-1 - sizeof(int)',
  'size >= SIZE_MAX',
  'size == SIZE_MAX',
  'l > LLONG_MAX - 5',
  'l < LLONG_MIN + 5',
  'size > SIZE_MAX / 8',
])('both sides of %s can be reached', (condition) => {
  const text = `void f(size_t size, long long l) { if (${condition}) see(1); else see(2); }`;
  expect(rangesInUnit(text)).toEqual(['1..1', '2..2']);
});

test('an index below a size stays below it, however large that is', () => {
  expect(rangesInUnit('void f(size_t i, size_t n) { if (i < n) if (i >= n) see(1); }')).toEqual([]);
});
