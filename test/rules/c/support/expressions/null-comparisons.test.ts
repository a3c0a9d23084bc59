import { expect, test } from '@jest/globals';
import { expressionsIn } from '../../../../../src/code/c/ir/walk.ts';
import { comparedOnlyTogether } from '../../../../../src/rules/c/support/expressions/null-comparisons.ts';
import { functionOf, lower } from '../../../../support/c-code.ts';

function isTogether(condition: string): boolean {
  const unit = lower(`int f(const char *p, int n) { if (${condition}) return 1; return *p; }`);
  const fn = functionOf(unit, 'f');
  for (const { end } of fn.blocks) {
    if (end.kind !== 'return' || end.value === undefined) continue;
    for (const expr of expressionsIn(end.value))
      if (expr.kind === 'deref') return comparedOnlyTogether(fn, expr.operand);
  }
  throw new Error('the function does not use its pointer');
}

test.each([
  'p == NULL && n > 0',
  '!p && n',
  'n != 0 && 0 == p',
  'p || n == 0',
  '(!p && n) || n > 9',
])('%s asks for null together with something else', async (condition) =>
  expect(await isTogether(condition)).toBe(true),
);

test.each(['p == NULL', '!p || n > 0', 'p && n', 'n > 0', '(p == 0 && n) || !p'])(
  '%s does not',
  (condition) => expect(isTogether(condition)).toBe(false),
);
