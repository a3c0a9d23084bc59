import type { CallExpr, Expr } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * A callee frees what a pointer points to on some of its paths. One that also gets the address of a
 * number says there how it ended, and whether it has freed goes with that; which is not followed, so
 * that nothing is claimed.
 */
export function markMaybeFreed(interpreter: Interpreter, expr: CallExpr, pointer: Value): void {
  const tells = expr.args.some(isAddressOfNumber);
  for (const target of interpreter.targetsOf(pointer)) {
    const object = interpreter.state.object(target.object);
    if (object?.lifetime !== 'live') continue;
    const freedAt = interpreter.step(
      expr,
      `${expr.name || 'the function that is called'} may free it`,
    );
    interpreter.state.setObject(
      tells
        ? { ...object, escaped: true }
        : { ...object, lifetime: 'maybe-freed', escaped: true, freedAt },
    );
  }
}

function isAddressOfNumber(arg: Expr): boolean {
  return arg.kind === 'address' && arg.operand.kind === 'name' && arg.operand.type.kind === 'int';
}
