import type { Variable } from '../../c/ir/ast.ts';
import type { ReturnCondition } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What a parameter was given wherever a function returns: `if (p == NULL) exit(1);` says that it was not null. */
export function returnCondition(
  { ids }: Interpreter,
  parameter: Variable,
  exits: readonly ReturnState[],
): ReturnCondition | undefined {
  if (exits.length === 0) return undefined;
  const root = ids.root(parameter, 'parameter');
  const all = exits.map(({ state }) => state.facts(root));
  const typed = factsOfType(parameter.type);
  const condition: ReturnCondition = {
    lo: Math.min(...all.map(({ lo }) => lo)),
    hi: Math.max(...all.map(({ hi }) => hi)),
    mayBeNull: all.some(({ mayBeNull }) => mayBeNull),
    mayBeNonNull: all.some(({ mayBeNonNull }) => mayBeNonNull),
    checkedAbove: all.every(({ checkedAbove }) => checkedAbove),
    checkedBelow: all.every(({ checkedBelow }) => checkedBelow),
  };
  const isAny =
    condition.lo <= typed.lo &&
    condition.hi >= typed.hi &&
    condition.mayBeNull &&
    condition.mayBeNonNull &&
    !condition.checkedAbove &&
    !condition.checkedBelow;
  return isAny ? undefined : condition;
}

/** What holds of an argument where any of several functions has come back. */
export function joinReturnConditions(
  conditions: readonly (ReturnCondition | undefined)[],
): ReturnCondition | undefined {
  const known = conditions.flatMap((condition) => condition ?? []);
  if (known.length === 0 || known.length < conditions.length) return undefined;
  return {
    lo: Math.min(...known.map(({ lo }) => lo)),
    hi: Math.max(...known.map(({ hi }) => hi)),
    mayBeNull: known.some(({ mayBeNull }) => mayBeNull),
    mayBeNonNull: known.some(({ mayBeNonNull }) => mayBeNonNull),
    checkedAbove: known.every(({ checkedAbove }) => checkedAbove),
    checkedBelow: known.every(({ checkedBelow }) => checkedBelow),
  };
}
