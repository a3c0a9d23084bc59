import type { Expr } from '../c/ir/ast.ts';

/** The condition in `unlikely(condition)` and `__builtin_expect(condition, 0)`, also where another file has the macro. */
export function expectedCondition(test: Expr): Expr | undefined {
  if (test.kind !== 'call' || !/(?:likely|^__builtin_expect)$/i.test(test.name)) return undefined;
  return test.args[0];
}
