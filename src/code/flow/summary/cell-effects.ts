import { askedIn } from '../../c/ir/asked-texts.ts';
import type { LoweredFunction, Variable } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { expressionsOf } from '../../c/ir/walk.ts';
import { joinFacts } from '../domain/facts-lattice.ts';
import type { CellEffect, Outcome } from '../domain/function-summary.ts';
import { givenSigns, type Sign, signsOf } from '../domain/result-sign.ts';
import type { ReturnState } from '../domain/state.ts';
import { isExternal, joinTaints, parametersExcept, type Taint } from '../domain/taint.ts';
import { type RootFacts, rootValue } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { releaseEffect } from './release-effect.ts';
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
    const release = releaseEffect(
      interpreter,
      pointee,
      exits,
      (state) => state.facts(initial).mayBeNonNull && state.facts(root).mayBeNonNull,
      true,
    );
    const values = exits.map(({ state }) => ({
      state,
      value: state.get(cell) ?? rootValue(initial),
    }));
    const changed = values.some(({ value }) => value.root !== initial || value.add !== 0);
    const value = changed ? valueEffect(fn, interpreter, values) : undefined;
    const content = changed ? undefined : pointeeTaint(pointee, exits);
    const taint = isExternal(content) ? content : undefined;
    const taintFrom = parametersExcept(parameter.position, content);
    const outcomes = changed ? outcomesOf(fn, interpreter, initial, values, exits) : undefined;
    // Who passes null for an output does not want it.
    const isLeft =
      changed &&
      values.some((exit) => isUnchanged(fn, interpreter, initial, exit)) &&
      (outcomes !== undefined || isUntold(fn, interpreter, initial, values, exits)) &&
      !askedIn(fn).has(parameter.name) &&
      !callsItself(fn);
    if (changed || release.frees !== 'no' || taint !== undefined || taintFrom.length > 0)
      effects.push({ path, value, ...release, taint, taintFrom, outcomes, isLeft });
  }
  return effects;
}

/** Of what a function does by calling itself its own summary tells at last, and not while it is made. */
function callsItself(fn: LoweredFunction): boolean {
  return expressionsOf(fn.blocks).some((expr) => expr.kind === 'call' && expr.name === fn.name);
}

/**
 * Whether a caller cannot know from the result that a cell was left as it was: a path that writes it
 * returns a number of the same sign, or nothing at all is returned. Of a result whose sign is not known,
 * as that of a further call, the caller may well know what it means.
 */
function isUntold(
  fn: LoweredFunction,
  interpreter: Interpreter,
  initial: number,
  values: readonly ReturnState[],
  exits: readonly ReturnState[],
): boolean {
  if (fn.returns.kind === 'void') return true;
  const signs = (isLeft: boolean): Sign[] =>
    exits.flatMap(({ state, value }, index) => {
      const exit = values[index];
      if (value === undefined || exit === undefined) return [];
      if (isUnchanged(fn, interpreter, initial, exit) !== isLeft) return [];
      const all = signsOf(state, value);
      return all.length === 1 ? all : [];
    });
  const written = new Set(signs(false));
  return signs(true).some((sign) => written.has(sign));
}

/** What a cell holds by what the function returned; undefined where the results do not tell. */
function outcomesOf(
  fn: LoweredFunction,
  interpreter: Interpreter,
  initial: number,
  values: readonly ReturnState[],
  exits: readonly ReturnState[],
): CellEffect['outcomes'] {
  const groups: Record<Sign, RootFacts | undefined> = {
    negative: undefined,
    zero: undefined,
    positive: undefined,
  };
  const allocated = { negative: true, zero: true, positive: true };
  const isWritten = { negative: true, zero: true, positive: true };
  for (const [index, { state, value }] of values.entries()) {
    const returned = exits[index]?.value;
    if (returned === undefined || value === undefined) return undefined;
    const facts = state.factsOfValue(value);
    const object = facts.targets[0] && state.object(facts.targets[0].object);
    const isAllocated = object?.family !== undefined && object.lifetime === 'live';
    for (const sign of signsOf(state, returned)) {
      const known = groups[sign];
      groups[sign] = known === undefined ? facts : joinFacts(known, facts);
      allocated[sign] &&= isAllocated;
      isWritten[sign] &&= !isUnchanged(fn, interpreter, initial, { state, value });
    }
  }
  const of = (sign: Sign) =>
    groups[sign] && outcome(groups[sign], allocated[sign], isWritten[sign]);
  const by = { negative: of('negative'), zero: of('zero'), positive: of('positive') };
  const [first, ...others] = givenSigns(by).map((sign) => by[sign]);
  return others.some((other) => !isSame(first, other)) ? by : undefined;
}

function isSame(a: Outcome | undefined, b: Outcome | undefined): boolean {
  return (
    a?.lo === b?.lo &&
    a?.hi === b?.hi &&
    a?.mayBeNull === b?.mayBeNull &&
    a?.mayBeNonNull === b?.mayBeNonNull &&
    a?.checkedAbove === b?.checkedAbove &&
    a?.checkedBelow === b?.checkedBelow &&
    a?.allocated === b?.allocated &&
    a?.isWritten === b?.isWritten
  );
}

function outcome(facts: RootFacts, allocated: boolean, isWritten: boolean): Outcome {
  const { lo, hi, mayBeNull, mayBeNonNull, checkedAbove, checkedBelow } = facts;
  return { lo, hi, mayBeNull, mayBeNonNull, checkedAbove, checkedBelow, allocated, isWritten };
}

/**
 * Whether a cell holds on some path to a return what it held before. A function that is given null for something does
 * nothing, and its caller knows what it gives.
 */
function isUnchanged(
  fn: LoweredFunction,
  { ids }: Interpreter,
  initial: number,
  { state, value }: ReturnState,
): boolean {
  if (value === undefined || !ids.origins.mayBe(value, initial)) return false;
  return fn.parameters.every(
    (each) => !isPointerLike(each.type) || state.facts(ids.root(each, 'parameter')).mayBeNonNull,
  );
}

/** The taint of an object at any of the returns. */
function pointeeTaint(object: number, exits: readonly ReturnState[]): Taint | undefined {
  let taint: Taint | undefined;
  for (const { state } of exits) taint = joinTaints(taint, state.object(object)?.taint);
  return taint;
}
