import type { CallExpr } from '../c/ast.ts';
import { isPointerLike } from '../c/types.ts';
import { markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { Machine } from './machine.ts';
import { factsOfType } from './typed-facts.ts';
import type { Value } from './value.ts';

/** A function of which nothing is known may write what it can reach, but gives nothing back. */
export function applyUnknownCall(machine: Machine, expr: CallExpr, args: readonly Value[]): Value {
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    markEscaped(machine, value);
    if (!isPointerLike(arg.type) && arg.type.kind !== 'unknown') return;
    for (const target of machine.state.facts(value.root).targets)
      havoc(machine, target.object, expr, undefined);
  });
  if (!/^(?:__builtin_|is[a-z]+$)/.test(expr.name)) forgetGlobals(machine, expr);
  const facts = factsOfType(expr.type);
  return machine.fresh(expr, 'result', { ...facts, from: expr.name });
}

/** Code that is not seen may have written any variable that outlives the call. */
export function forgetGlobals(machine: Machine, expr: CallExpr): void {
  for (const object of machine.state.objects()) {
    if (object.kind === 'static') havoc(machine, object.id, expr, undefined);
  }
}
