import type { CallExpr } from '../c/ast.ts';
import { allocate } from './allocation.ts';
import { markEscaped } from './escape.ts';
import type { Machine } from './machine.ts';
import { passedOn } from './passed-on.ts';
import type { FunctionSummary, ValueEffect } from './summary.ts';
import { factsOfType } from './typed-facts.ts';
import {
  constant,
  isReal,
  type RootFacts,
  rootValue,
  strongerTaint,
  type Taint,
  UNKNOWN_FACTS,
  type Value,
} from './value.ts';

/** The value that a call returns, as the summary of the callee has it. */
export function returnedValue(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  summary: FunctionSummary,
): Value {
  const { returns } = summary;
  if (returns === undefined) {
    return machine.fresh(expr, 'result', { ...factsOfType(expr.type), from: expr.name });
  }
  return valueFrom(machine, expr, args, returns, 'result');
}

/** A value that a summary describes, in terms of this call's arguments. */
export function valueFrom(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  effect: ValueEffect,
  purpose: string,
): Value {
  const given = args[effect.parameter];
  if (given !== undefined) return given;
  if (effect.cell !== undefined) {
    const holder = args[effect.cell.parameter];
    const [target, ...others] =
      holder === undefined || holder.root === 0 ? [] : machine.targetsOf(holder);
    if (
      target !== undefined &&
      others.length === 0 &&
      target.offset.root === 0 &&
      target.offset.add === 0
    ) {
      const cell = machine.ids.cell(target.object, effect.cell.path);
      return machine.state.get(cell) ?? rootValue(machine.ids.initial(cell));
    }
  }
  if (effect.allocation !== undefined) {
    const { family, size, sizeFrom, certain, kept } = effect.allocation;
    const bytes = size === undefined ? args[sizeFrom] : constant(size);
    const failure = effect.mayBeNull ? 'null' : 'never';
    const more = { initial: 'unknown' as const, taint: contentOf(machine, expr, args, effect) };
    const given = allocate(machine, expr, family, bytes, failure, more, purpose);
    // An output that is allocated on some paths only is not missed on the others.
    const missed = purpose === 'result' || (certain && !effect.mayBeNull);
    if (kept || !missed) markEscaped(machine, given);
    return given;
  }
  const typed = purpose === 'result' ? factsOfType(expr.type) : UNKNOWN_FACTS;
  const carried = carriedBy(machine, args, effect.taintFrom);
  const facts: RootFacts = {
    ...typed,
    lo: Math.max(typed.lo, effect.lo),
    hi: Math.min(typed.hi, effect.hi),
    mayBeNull: effect.mayBeNull,
    mayBeNonNull: effect.mayBeNonNull,
    nullOrigin: effect.nullOrigin,
    taint: effect.taint === undefined ? carried : passedOn(machine, expr, effect.taint),
    from: purpose === 'result' ? expr.name : '',
  };
  const value = machine.fresh(
    expr,
    purpose,
    facts.lo <= facts.hi ? facts : { ...facts, lo: typed.lo, hi: typed.hi },
  );
  const content = contentOf(machine, expr, args, effect);
  if (content !== undefined) {
    for (const { object } of machine.pointees(value)) {
      machine.state.setObject({ ...object, taint: content });
    }
  }
  return value;
}

/** Untrusted content of what a value points to that a callee hands over. */
function contentOf(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  { content, contentFrom }: ValueEffect,
): Taint | undefined {
  const taint = strongerTaint(content, carriedBy(machine, args, contentFrom));
  return isReal(taint) ? passedOn(machine, expr, taint) : taint;
}

/** The taint of some of the arguments and of what they point to. */
function carriedBy(
  machine: Machine,
  args: readonly Value[],
  parameters: readonly number[],
): Taint | undefined {
  let taint: Taint | undefined;
  for (const parameter of parameters) {
    const carrier = args[parameter];
    if (carrier !== undefined) taint = strongerTaint(taint, machine.contentTaint(carrier));
  }
  return taint;
}
