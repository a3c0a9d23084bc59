import type { AssignExpr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A constant that does not fit the place that gets it, where base gave it one that fits. */
export interface OversizedConstant {
  /** In head. */
  readonly assignment: AssignExpr;
  /** In base. */
  readonly before: AssignExpr;
}

/** The constants that become negative in their places since the change: `length = UINT64_MAX` for `length = INT64_MAX`. */
export function oversizedConstants(
  change: UnitChange,
  { base, head }: FunctionPair,
): OversizedConstant[] {
  const before = constantsOf(base).filter(
    ({ assignment, excess }) => excess <= 0 && isTakenAway(change, assignment),
  );
  return constantsOf(head).flatMap(({ assignment, excess }): OversizedConstant[] => {
    if (excess <= 0 || !isWritten(change, assignment)) return [];
    const place = expressionText(assignment.target);
    const was = before.find(
      (one) =>
        expressionText(one.assignment.target) === place &&
        isNearby(change, one.assignment, assignment),
    );
    return was === undefined ? [] : [{ assignment, before: was.assignment }];
  });
}

/** The positive constants that signed places get, with how much they are past the largest number. */
function constantsOf({ blocks }: LoweredFunction): { assignment: AssignExpr; excess: number }[] {
  return expressionsOf(blocks).flatMap((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=') return [];
    const { type } = expr.target;
    const value = knownNumber(expr.value);
    if (type.kind !== 'int' || !type.signed || value === undefined || value <= 0) return [];
    return { assignment: expr, excess: value - 2 ** (type.bits - 1) + (type.bits > 53 ? 0 : 1) };
  });
}
