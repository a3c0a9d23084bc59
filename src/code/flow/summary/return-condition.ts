import type { Variable } from '../../c/ir/ast.ts';
import type { ReturnCondition } from '../domain/function-summary.ts';
import { isSameCondition } from '../domain/outcomes.ts';
import { type BySign, givenSigns, mapSigns } from '../domain/result-sign.ts';
import type { ReturnState } from '../domain/state.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { groupBySign } from './group-by-sign.ts';

/** What a parameter was given wherever a function returns: `if (p == NULL) exit(1);` says that it was not null. */
export function returnCondition(
  { ids }: Interpreter,
  parameter: Variable,
  exits: readonly ReturnState[],
): ReturnCondition | undefined {
  if (exits.length === 0) return undefined;
  const root = ids.root(parameter, 'parameter');
  const all = anyOf(exits.map(({ state }) => state.facts(root)));
  // Behind `for (i = 0; i < n; i++)` n is at most i, which is no limit.
  const typed = factsOfType(parameter.type);
  const condition = { ...all, checkedAbove: all.checkedAbove && all.hi < typed.hi };
  return isAny(condition, parameter) ? undefined : condition;
}

/** The same by what the function returns; undefined where that tells no more. */
export function resultCondition(
  { ids }: Interpreter,
  parameter: Variable,
  exits: readonly ReturnState[],
): BySign<ReturnCondition> | undefined {
  const groups = groupBySign(exits);
  if (groups === undefined) return undefined;
  const root = ids.root(parameter, 'parameter');
  const by = mapSigns(groups, (group) =>
    group.length === 0 ? undefined : anyOf(group.map(({ state }) => state.facts(root))),
  );
  const [first, ...others] = givenSigns(by).flatMap((sign) => by[sign] ?? []);
  if (first === undefined || others.length === 0) return undefined;
  if (others.every((other) => isSameCondition(other, first))) return undefined;
  return by;
}

/** Whether a condition says no more than the type of a parameter does. */
function isAny(condition: ReturnCondition, { type }: Variable): boolean {
  const typed = factsOfType(type);
  return (
    condition.lo <= typed.lo &&
    condition.hi >= typed.hi &&
    condition.mayBeNull &&
    condition.mayBeNonNull &&
    !condition.checkedAbove &&
    !condition.checkedBelow
  );
}

/** What holds of an argument where any of several functions has come back. */
export function joinReturnConditions(
  conditions: readonly (ReturnCondition | undefined)[],
): ReturnCondition | undefined {
  const known = conditions.flatMap((condition) => condition ?? []);
  if (known.length === 0 || known.length < conditions.length) return undefined;
  return anyOf(known);
}

/** What holds where one of several does. */
function anyOf(all: readonly ReturnCondition[]): ReturnCondition {
  return {
    lo: Math.min(...all.map(({ lo }) => lo)),
    hi: Math.max(...all.map(({ hi }) => hi)),
    mayBeNull: all.some(({ mayBeNull }) => mayBeNull),
    mayBeNonNull: all.some(({ mayBeNonNull }) => mayBeNonNull),
    checkedAbove: all.every(({ checkedAbove }) => checkedAbove),
    checkedBelow: all.every(({ checkedBelow }) => checkedBelow),
  };
}
