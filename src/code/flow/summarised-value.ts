import type { CallExpr } from '../c/ast.ts';
import { allocate } from './allocation.ts';
import { markEscaped } from './escape.ts';
import type { Machine } from './machine.ts';
import { passedOn } from './passed-on.ts';
import type { FunctionSummary, ValueEffect } from './summary.ts';
import { factsOfType } from './typed-facts.ts';
import { constant, type RootFacts, rootValue, UNKNOWN_FACTS, type Value } from './value.ts';

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
    const given = allocate(machine, expr, family, bytes, failure, { initial: 'unknown' }, purpose);
    // An output that is allocated on some paths only is not missed on the others.
    if (kept || (purpose !== 'result' && !certain)) markEscaped(machine, given);
    return given;
  }
  const typed = purpose === 'result' ? factsOfType(expr.type) : UNKNOWN_FACTS;
  const carrier = args[effect.taintFrom];
  const carried = carrier === undefined ? undefined : machine.contentTaint(carrier);
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
  if (effect.content !== undefined) {
    const content = passedOn(machine, expr, effect.content);
    for (const { object } of machine.pointees(value)) {
      machine.state.setObject({ ...object, taint: content });
    }
  }
  return value;
}
