import type { CallExpr } from '../../c/ir/ast.ts';
import type { FunctionSummary, ValueEffect } from '../domain/function-summary.ts';
import { appendSteps } from '../domain/source-step.ts';
import { isExternal, joinTaints, type Taint } from '../domain/taint.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { constant, type RootFacts, rootValue, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { allocate } from '../memory/allocation.ts';
import { markEscaped } from '../memory/escape.ts';

/** The value that a call returns, as the summary of the callee has it. */
export function returnedValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  const { returns } = summary;
  if (returns === undefined) {
    return interpreter.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
  return instantiateValue(interpreter, expr, args, returns, 'result');
}

/** A value that a summary describes, in terms of this call's arguments. */
export function instantiateValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  effect: ValueEffect,
  purpose: string,
): Value {
  const passed = args[effect.parameter];
  if (passed !== undefined) return passed;
  if (effect.cell !== undefined) {
    const holder = args[effect.cell.parameter];
    const [target, ...others] =
      holder === undefined || holder.root === 0 ? [] : interpreter.targetsOf(holder);
    if (
      target !== undefined &&
      others.length === 0 &&
      target.offset.root === 0 &&
      target.offset.add === 0
    ) {
      const cell = interpreter.ids.cell(target.object, effect.cell.path);
      return interpreter.state.get(cell) ?? rootValue(interpreter.ids.initial(cell));
    }
  }
  if (effect.allocation !== undefined) {
    const { family, size, sizeFrom, certain, kept } = effect.allocation;
    const bytes = size === undefined ? args[sizeFrom] : constant(size);
    const failure = effect.mayBeNull ? 'null' : 'never';
    const more = { initial: 'unknown' as const, taint: contentOf(interpreter, expr, args, effect) };
    const passed = allocate(interpreter, expr, family, bytes, failure, more, purpose);
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
