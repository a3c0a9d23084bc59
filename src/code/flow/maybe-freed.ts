import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** A callee frees what a pointer points to on some of its paths. */
export function markMaybeFreed(machine: Machine, expr: CallExpr, pointer: Value): void {
  for (const target of machine.targetsOf(pointer)) {
    const object = machine.state.object(target.object);
    if (object?.state !== 'live') continue;
    const freedAt = machine.step(expr, `${expr.name || 'the function that is called'} may free it`);
    machine.state.setObject({ ...object, state: 'maybe-freed', escaped: true, freedAt });
  }
}
