import type { BinaryExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A product that base tested for overflow through variables which the change took away. */
export interface UntestedProduct {
  /** `w > SIZE_MAX / h`, in base. */
  readonly test: Expr;
  /** In head. */
  readonly product: BinaryExpr;
}

/** The least of the numbers that are the largest of a type. */
const LARGE = 2 ** 31 - 1;

/** The products of head that stand for what base divided the largest number by, and compared, in other words. */
export function untestedProducts(
  change: UnitChange,
  { base, head }: FunctionPair,
): UntestedProduct[] {
  const written = productsOf(head).filter((product) => isWritten(change, product));
  if (written.length === 0 || testsOf(head).some((test) => isWritten(change, test))) return [];
  return testsOf(base).flatMap((test): UntestedProduct[] => {
    const factors = factorsOf(test);
    if (factors === undefined || !isTakenAway(change, test) || isMovedOut(change, test, head))
      return [];
    const [first, second] = factors.map((factor) => namesFor(factor, base));
    const product = written.find(({ left, right }) => {
      const [a, b] = [left, right].map((side) => expressionText(withoutCasts(side)));
      if (a === undefined || b === undefined || !first || !second) return false;
      return (first.has(a) && second.has(b)) || (first.has(b) && second.has(a));
    });
    return product === undefined ? [] : [{ test, product }];
  });
}

/** What a test divides the largest number by, and what it compares the quotient with. */
function factorsOf(test: Expr): readonly [Expr, Expr] | undefined {
  if (test.kind !== 'binary' || !/^[<>]=?$/.test(test.op)) return undefined;
  for (const [quotient, other] of [
    [test.left, test.right],
    [test.right, test.left],
  ] as const) {
    const plain = withoutCasts(quotient);
    if (plain.kind === 'binary' && plain.op === '/' && isLargest(plain.left))
      return [withoutCasts(plain.right), withoutCasts(other)];
  }
  return undefined;
}

function isLargest(expr: Expr): boolean {
  const plain = withoutCasts(expr);
  return (knownNumber(plain) ?? 0) >= LARGE || /(?:^|_)MAX$/.test(expressionText(plain));
}

/** What stands for a value: itself, and what a function gives the variable that it is. */
function namesFor(value: Expr, fn: LoweredFunction): ReadonlySet<string> {
  const text = expressionText(value);
  const given = assignedValues(fn).flatMap(({ target, value: from }) =>
    target === text ? expressionText(withoutCasts(from)) : [],
  );
  return new Set(given.length === 1 ? [text, ...given] : [text]);
}

function productsOf({ blocks }: LoweredFunction): BinaryExpr[] {
  return expressionsOf(blocks).filter(
    (expr): expr is BinaryExpr => expr.kind === 'binary' && expr.op === '*',
  );
}
