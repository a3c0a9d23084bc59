import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { withoutCasts } from '../../c/ir/without-casts.ts';
import { assuming } from '../domain/assumptions.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markPassed } from '../memory/escape.ts';
import { forgetConstants, havoc, writtenThrough } from '../memory/havoc.ts';

/** A function of which nothing is known may write what it can reach, but gives nothing back. */
export function applyUnknownCall(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
): Value {
  args.forEach((value, index) => {
    const arg = expr.args[index];
    if (arg === undefined || value.root === 0) return;
    markPassed(interpreter, value, arg.type);
    if (!isPointerLike(arg.type) && arg.type.kind !== 'unknown') return;
    // What a parameter points to is written for the caller, though this function has not looked at it.
    const targets = interpreter.parameterRoots.has(value.root)
      ? interpreter.targetsOf(value)
      : interpreter.state.facts(value.root).targets;
    const written = writtenThrough(withoutCasts(arg).type);
    for (const target of targets) havoc(interpreter, target.object, expr, undefined, 0, written);
  });
  if (!/^(?:__builtin_|is[a-z]+$)/.test(expr.name)) {
    interpreter.callsUnseen = true;
    forgetGlobals(interpreter, expr);
  }
  const facts = factsOfType(expr.type);
  const assumed = facts.assumed | (expr.isMacro ? assuming('opaque-macro') : 0);
  return interpreter.fresh(expr, 'result', { ...facts, from: expr.name, assumed });
}

/**
 * Code that is not seen may have written any variable that outlives the call, and what this function has made and has
 * given away. Few functions keep such an address, so that of these only constants are forgotten: what a check has
 * told of a value that came from there still holds, and no code is dead for what is kept in them.
 */
export function forgetGlobals(interpreter: Interpreter, expr: CallExpr): void {
  for (const object of interpreter.state.objects()) {
    if (object.kind === 'static') havoc(interpreter, object.id, expr, undefined);
    else if (object.escaped && (object.kind === 'variable' || object.kind === 'heap'))
      forgetConstants(interpreter, object.id, expr);
  }
}
