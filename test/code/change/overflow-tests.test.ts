import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { overflowTest } from '../../../src/code/change/overflow-tests.ts';
import { testsOf } from '../../../src/code/change/tests.ts';
import { lower } from '../../support/c-code.ts';

/** What the condition of a function tests for overflow. */
function testedBy(condition: string): string | undefined {
  const { functions } = lower(
    `int f(unsigned a, unsigned b, unsigned long n, unsigned long k, int i) { if (${condition}) return 1; return 0; }`,
  );
  const [asked] = functions.flatMap(testsOf);
  const found = asked === undefined ? undefined : overflowTest(asked);
  return found?.operands.map(expressionText).sort().join(` ${found.op} `);
}

test.each([
  ['n > 18446744073709551615UL - k', 'k + n'],
  ['SIZE_MAX - n < k', 'k + n'],
  ['n > (18446744073709551615UL - 1) / 2 - k', 'k + n'],
  ['n >= SIZE_MAX / k', 'k * n'],
  ['i > 2147483647 - 8', '8 + i'],
  ['a + b < a', 'a + b'],
  ['b > a + b', 'a + b'],
  ['a + b < n', undefined],
  ['n * k / k != n', 'k * n'],
  ['n * k / 8 != n', undefined],
  ['(unsigned long)a * b != a * b', 'a * b'],
  ['(unsigned long)a * b != (unsigned long)n * k', undefined],
  ['n > 100 - k', undefined],
])('%s', (condition, tested) => {
  expect(testedBy(condition)).toBe(tested);
});
