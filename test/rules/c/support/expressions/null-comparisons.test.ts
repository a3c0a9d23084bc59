import { expect, test } from '@jest/globals';
import { expressionsIn } from '../../../../../src/code/c/ir/walk.ts';
import { usedThoughNull } from '../../../../../src/rules/c/support/expressions/null-comparisons.ts';
import { functionOf, lower } from '../../../../support/c-code.ts';

/** How a function of `p` and `n`, which returns `*p` at the end, has asked for null before that. */
function asked(statements: string): string | undefined {
  const unit = lower(`void see(int); int f(const char *p, int n) { ${statements} return *p; }`);
  const fn = functionOf(unit, 'f');
  for (const { id, end } of fn.blocks) {
    if (end.kind !== 'return' || end.value === undefined) continue;
    for (const expr of expressionsIn(end.value))
      if (expr.kind === 'deref') return usedThoughNull(fn, expr.operand, id, expr.start);
  }
  throw new Error('the function does not use its pointer');
}

test.each([
  'if (p == NULL) see(1);',
  'if (p) see(*p); else see(0);',
  'if (p == NULL) { if (n) see(1); else see(2); }',
])('%s leads to the use', (statements) => expect(asked(statements)).toBe('alone'));

test.each(['if (!p || n > 0) see(1);', 'if (p && n) see(1);', 'if ((p == 0 && n) || !p) see(1);'])(
  '%s asks for something else, too',
  (statements) => expect(asked(statements)).toBe('together'),
);

test.each([
  'if (p == NULL) return 1;',
  'if (p == NULL && n > 0) see(1);',
  'if (n != 0 && 0 == p) see(1);',
  'if (p || n == 0) see(1);',
  'if ((!p && n) || n > 9) see(1);',
  'if (p == NULL) see(1); if (n) return 0;',
  'for (; p != NULL; p++) if (*p == n) break;',
  'see(p ? *p : 0);',
  'if (p == NULL) p = "none";',
  'if (p == NULL) see(1); p = "none";',
])('%s does not', (statements) => expect(asked(statements)).toBeUndefined());
