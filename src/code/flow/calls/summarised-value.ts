import type { CallExpr } from '../../c/ir/ast.ts';
import { assuming } from '../domain/assumptions.ts';
import type { CallEffects, ValueEffect } from '../domain/function-summary.ts';
import { appendSteps } from '../domain/source-step.ts';
import { isExternal, joinTaints, type Taint } from '../domain/taint.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { constant, type RootFacts, rootValue, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { allocate } from '../memory/allocation.ts';
import { metConditions } from '../memory/entry-conditions.ts';
import { markEscaped } from '../memory/escape.ts';

/** The value that a call returns, as the summary of the callee has it. */
export function returnedValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  { returns }: CallEffects,
): Value {
  if (returns === undefined) {
    return interpreter.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
  return instantiateValue(interpreter, expr, args, returns, 'result');
}

/** A value of a summary that there was before the call: an argument, or what stood behind one. */
export function priorValue(
  interpreter: Interpreter,
  args: readonly Value[],
  effect: ValueEffect,
): Value | undefined {
  const passed = args[effect.parameter];
  if (passed !== undefined || effect.cell === undefined) return passed;
  const holder = args[effect.cell.parameter];
  const [target, ...others] =
    holder === undefined || holder.root === 0 ? [] : interpreter.targetsOf(holder);
  if (
    target === undefined ||
    others.length > 0 ||
    target.offset.root !== 0 ||
    target.offset.add !== 0
  )
    return undefined;
  const cell = interpreter.ids.cell(target.object, effect.cell.path);
  return interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
}

/** A value that a call makes, in terms of its arguments. */
export function instantiateValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  effect: ValueEffect,
  purpose: string,
): Value {
  const { ids } = interpreter;
  if (!effect.mayBeNull || !effect.mayBeNonNull || effect.nullWhen.length === 0)
    return allocationOrValue(interpreter, expr, args, effect, purpose);
  const { here, entry } = metConditions(interpreter, args, effect.nullWhen);
  // What a callee returns on null, say, it does not return where the argument is not null.
  if (here === 'no') {
    const never = { ...effect, mayBeNull: false, nullOrigin: undefined };
    return allocationOrValue(interpreter, expr, args, never, purpose);
  }
  const value = allocationOrValue(interpreter, expr, args, effect, purpose);
  if (entry.length > 0) ids.nullConditions.set(value.root, entry);
  else ids.nullConditions.delete(value.root);
  return value;
}

function allocationOrValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  effect: ValueEffect,
  purpose: string,
): Value {
  if (effect.allocation !== undefined) {
    const { family, size, sizeFrom, certain, kept } = effect.allocation;
    const bytes = size === undefined ? args[sizeFrom] : constant(size);
    const failure = effect.mayBeNull ? 'null' : 'never';
    const more = { initial: 'unknown' as const, taint: contentOf(interpreter, expr, args, effect) };
    const passed = allocate(interpreter, expr, family, bytes, failure, more, purpose);
    if (family === 'descriptor') limitDescriptor(interpreter, passed, effect);
    // An output that is allocated on some paths only is not missed on the others.
    const missed = purpose === 'result' || (certain && !effect.mayBeNull);
    if (kept || !missed) markEscaped(interpreter, passed);
    return passed;
  }
  const typed = purpose === 'result' ? factsOfType(expr.type) : TOP_FACTS;
  const carried = taintOfArguments(interpreter, args, effect.taintFrom);
  const facts: RootFacts = {
    ...typed,
    lo: Math.max(typed.lo, effect.lo),
    hi: Math.min(typed.hi, effect.hi),
    mayBeNull: effect.mayBeNull,
    mayBeNonNull: effect.mayBeNonNull,
    nullOrigin: effect.nullOrigin,
    taint: effect.taint === undefined ? carried : importTaint(interpreter, expr, effect.taint),
    from: purpose === 'result' ? expr.name : '',
    assumed: typed.assumed | (isOneOutcome(effect) ? assuming('may') : 0),
  };
  const value = interpreter.fresh(
    expr,
    purpose,
    facts.lo <= facts.hi ? facts : { ...facts, lo: typed.lo, hi: typed.hi },
  );
  const content = contentOf(interpreter, expr, args, effect);
  if (content !== undefined) {
    for (const { object } of interpreter.pointees(value)) {
      interpreter.state.setObject({ ...object, taint: content });
    }
  }
  return value;
}

/** A descriptor is a number, of which the callee tells the range: it is no other value where it is converted to its type. */
function limitDescriptor({ state }: Interpreter, { root }: Value, { lo, hi }: ValueEffect): void {
  state.setFacts(root, { ...state.facts(root), lo, hi, mayBeNull: lo <= 0, nullOrigin: undefined });
}

/** Whether the value is null, or freed, on some paths of the callee only. */
function isOneOutcome({ mayBeNull, mayBeNonNull, nullOrigin, freed }: ValueEffect): boolean {
  return freed === 'maybe' || (mayBeNull && mayBeNonNull && nullOrigin !== undefined);
}

/** Untrusted content of what a value points to that a callee hands over. */
function contentOf(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  { content, contentFrom }: ValueEffect,
): Taint | undefined {
  const taint = joinTaints(content, taintOfArguments(interpreter, args, contentFrom));
  return isExternal(taint) ? importTaint(interpreter, expr, taint) : taint;
}

/** The taint of some of the arguments and of what they point to. */
function taintOfArguments(
  interpreter: Interpreter,
  args: readonly Value[],
  parameters: readonly number[],
): Taint | undefined {
  let taint: Taint | undefined;
  for (const parameter of parameters) {
    const carrier = args[parameter];
    if (carrier !== undefined) taint = joinTaints(taint, interpreter.contentTaint(carrier));
  }
  return taint;
}

/** Taint that a callee brought here. */
export function importTaint(interpreter: Interpreter, expr: CallExpr, taint: Taint): Taint {
  return {
    ...taint,
    // The parameters of the callee are not those of the caller.
    bytes: taint.bytes === 'same' ? 'same' : undefined,
    steps: appendSteps(taint.steps, [
      interpreter.step(expr, `${expr.name || 'a call through a pointer'} brings it here`),
    ]),
  };
}
