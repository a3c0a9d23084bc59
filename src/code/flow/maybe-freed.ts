import type { CallExpr, Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/**
 * A callee frees what a pointer points to on some of its paths. One that also gets the address of a
 * number says there how it ended, and whether it has freed goes with that; which is not followed, so
 * that nothing is claimed.
 */
export function markMaybeFreed(machine: Machine, expr: CallExpr, pointer: Value): void {
  const tells = expr.args.some(isAddressOfNumber);
  for (const target of machine.targetsOf(pointer)) {
    const object = machine.state.object(target.object);
    if (object?.state !== 'live') continue;
    const freedAt = machine.step(expr, `${expr.name || 'the function that is called'} may free it`);
    machine.state.setObject(
      tells
        ? { ...object, escaped: true }
        : { ...object, state: 'maybe-freed', escaped: true, freedAt },
    );
  }
}

function isAddressOfNumber(arg: Expr): boolean {
  return arg.kind === 'address' && arg.operand.kind === 'name' && arg.operand.type.kind === 'int';
}
