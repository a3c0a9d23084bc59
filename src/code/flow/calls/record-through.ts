import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { callContexts } from './call-context.ts';

/**
 * Notes what a function is given whose call is taken for something else: it is analysed by itself as well.
 * @param known expressions that were evaluated, and their values
 */
export function recordThrough(
  interpreter: Interpreter,
  through: CallExpr,
  [exprs, values]: readonly [readonly Expr[], readonly Value[]],
): void {
  const given = through.args.map((arg) => {
    const at = exprs.findIndex((one) => withoutCasts(one) === withoutCasts(arg));
    return values[at] ?? interpreter.valueOf(arg);
  });
  const { environment } = interpreter;
  environment.recordCall(through.name, callContexts(interpreter, through, given));
}
