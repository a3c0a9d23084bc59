import type { BinaryExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { bitsNeeded } from './checked-arithmetic.ts';
import { constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A comparison of head with a sum that may wrap around, for which base compared the length with what is left. */
export interface OverflowingSum {
  readonly sum: BinaryExpr;
  /** The test of base. */
  readonly before: Expr;
}

/**
 * The limits that say the same over the integers and not in C: `n > end - p` made `p + n > end`, where the sum
 * wraps around for a large `n`, so that the test lets it pass.
 */
export function overflowingSums(
  change: UnitChange,
  { base, head }: FunctionPair,
): OverflowingSum[] {
  const gone = testsOf(base).filter((test) => isTakenAway(change, test) && !hasSum(test));
  if (gone.length === 0) return [];
  return testsOf(head).flatMap((test) => {
    const sum = isWritten(change, test) ? sumIn(test) : undefined;
    if (sum === undefined) return [];
    const said = keysOf(test);
    const before = gone.find(
      (one) =>
        !keysOf(one).isDisjointFrom(said) && (isPointerLike(sum.type) || isGuarded(one, base)),
    );
    return before === undefined ? [] : [{ sum, before }];
  });
}

/** Whether base compared the two sides of the difference in a test first: `n > room - used` behind `used <= room`. */
function isGuarded(test: Expr, base: LoweredFunction): boolean {
  if (test.kind !== 'binary') return false;
  return [test.left, test.right].map(withoutCasts).some((side) => {
    if (side.kind !== 'binary' || side.op !== '-') return false;
    const [from, taken] = [side.left, side.right].map((part) => expressionText(withoutCasts(part)));
    return testsOf(base).some((one) => {
      if (one.kind !== 'binary' || !/^[<>]=?$/.test(one.op)) return false;
      const compared = [one.left, one.right].map((part) => expressionText(withoutCasts(part)));
      return (
        from !== undefined &&
        taken !== undefined &&
        compared.includes(from) &&
        compared.includes(taken)
      );
    });
  });
}

function keysOf(test: Expr): ReadonlySet<string> {
  return new Set(
    [true, false].flatMap((outcome) => constraintsOf(test, outcome).map(({ key }) => key)),
  );
}

function hasSum(test: Expr): boolean {
  return sumIn(test) !== undefined;
}

/** The side of a comparison that adds a number that is not known to a pointer, or to a number that it may not fit beside. */
function sumIn(test: Expr): BinaryExpr | undefined {
  if (test.kind !== 'binary' || !/^[<>]=?$/.test(test.op)) return undefined;
  return [test.left, test.right].map(withoutCasts).find((side): side is BinaryExpr => {
    if (side.kind !== 'binary' || side.op !== '+') return false;
    const [left, right] = [side.left, side.right];
    if (side.type.kind === 'int') return !side.type.signed && bitsNeeded(side) > side.type.bits;
    const added = isPointerLike(left.type) ? right : isPointerLike(right.type) ? left : undefined;
    return (
      added !== undefined &&
      added.type.kind === 'int' &&
      added.type.bits > 16 &&
      knownNumber(added) === undefined
    );
  });
}
