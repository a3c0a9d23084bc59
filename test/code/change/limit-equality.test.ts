import { expect, test } from '@jest/globals';
import { constraintsOf } from '../../../src/code/change/constraint.ts';
import { isLimitEquality } from '../../../src/code/change/limit-equality.ts';
import { testsOf } from '../../../src/code/change/tests.ts';
import { lower } from '../../support/c-code.ts';

/** Whether the first test of a function compares with a limit. */
function isLimit(parameters: string, body: string): boolean | undefined {
  const [fn] = lower(
    `struct node { int n; }; int f(${parameters}) { ${body} return 0; }`,
  ).functions;
  const [first] = fn === undefined ? [] : testsOf(fn);
  const [constraint] = first === undefined ? [] : constraintsOf(first, true);
  if (fn === undefined || constraint === undefined) return undefined;
  return isLimitEquality({ constraint, pair: { base: fn, head: fn } });
}

test('a text that is gone through ends at a pointer', () => {
  expect(isLimit('const char *p, const char *end', 'if (p == end) return 1;')).toBe(true);
});

test.each([
  ['of two records', 'struct node *p, struct node *q', 'if (p == q) return 1;'],
  ['of two numbers', 'int p, int q', 'if (p == q) return 1;'],
])('an equality %s is no limit', (_what, parameters, body) => {
  expect(isLimit(parameters, body)).toBe(false);
});
