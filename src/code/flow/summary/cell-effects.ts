import type { LoweredFunction, Variable } from '../../c/ir/ast.ts';
import { joinFacts } from '../domain/facts-lattice.ts';
import type { CellEffect, Outcome } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import { isExternal, joinTaints, parametersExcept, type Taint } from '../domain/taint.ts';
import { type RootFacts, rootValue } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { valueEffect } from './value-effect.ts';

/** What the parts of the memory behind a parameter hold at the returns, where that is not what they held before. */
export function cellEffects(
  fn: LoweredFunction,
  interpreter: Interpreter,
  parameter: Variable,
  exits: readonly ReturnState[],
): CellEffect[] {
  const root = interpreter.ids.root(parameter, 'parameter');
  const effects: CellEffect[] = [];
  const object =
    exits[0]?.state.facts(root).targets[0]?.object ?? interpreter.ids.root(root, 'pointee');
  for (const [path, cell] of interpreter.ids.cellsOf(object)) {
    if (path.includes('[]')) continue;
    const initial = interpreter.ids.initial(cell);
    const pointee = interpreter.ids.root(initial, 'pointee');
    const freed = exits.filter(({ state }) => state.object(pointee)?.lifetime === 'freed').length;
    const relevant = exits.filter(
      ({ state }) => state.facts(initial).mayBeNonNull && state.facts(root).mayBeNonNull,
    ).length;
    const may = exits.some(({ state }) => state.object(pointee)?.lifetime === 'maybe-freed');
    const frees = freed > 0 && freed >= relevant ? 'always' : freed > 0 || may ? 'maybe' : 'no';
    const values = exits.map(({ state }) => ({
      state,
      value: state.get(cell) ?? rootValue(initial),
    }));
    const changed = values.some(({ value }) => value.root !== initial || value.add !== 0);
    const value = changed ? valueEffect(fn, interpreter, values) : undefined;
    const content = changed ? undefined : pointeeTaint(pointee, exits);
    const taint = isExternal(content) ? content : undefined;
    const taintFrom = parametersExcept(parameter.position, content);
    const outcomes = changed ? outcomesOf(values, exits) : undefined;
    if (changed || frees !== 'no' || taint !== undefined || taintFrom.length > 0)
      effects.push({ path, value, frees, taint, taintFrom, outcomes });
  }
  return effects;
}

/** What a cell holds by whether the function returned zero, where every return tells which it is. */
function outcomesOf(
  values: readonly ReturnState[],
  exits: readonly ReturnState[],
): CellEffect['outcomes'] {
  const groups: { zero: RootFacts | undefined; nonZero: RootFacts | undefined } = {
    zero: undefined,
    nonZero: undefined,
  };
  const allocated = { zero: true, nonZero: true };
  for (const [index, { state, value }] of values.entries()) {
    const returned = exits[index]?.value;
    if (returned === undefined || value === undefined) return undefined;
    const { lo, hi } = state.range(returned);
    if (lo <= 0 && hi >= 0 && lo !== hi) return undefined;
    const group = lo === 0 && hi === 0 ? 'zero' : 'nonZero';
    const facts = state.factsOfValue(value);
    const known = groups[group];
    groups[group] = known === undefined ? facts : joinFacts(known, facts);
    const object = facts.targets[0] && state.object(facts.targets[0].object);
    if (object?.family === undefined || object.lifetime !== 'live') allocated[group] = false;
  }
  const { zero, nonZero } = groups;
  if (zero === undefined || nonZero === undefined) return undefined;
  return { zero: outcome(zero, allocated.zero), nonZero: outcome(nonZero, allocated.nonZero) };
}

function outcome(facts: RootFacts, allocated: boolean): Outcome {
  const { lo, hi, mayBeNull, mayBeNonNull, checkedAbove, checkedBelow } = facts;
  return { lo, hi, mayBeNull, mayBeNonNull, checkedAbove, checkedBelow, allocated };
}

/** The taint of an object at any of the returns. */
function pointeeTaint(object: number, exits: readonly ReturnState[]): Taint | undefined {
  let taint: Taint | undefined;
  for (const { state } of exits) taint = joinTaints(taint, state.object(object)?.taint);
  return taint;
}
