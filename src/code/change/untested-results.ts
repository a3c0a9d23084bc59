import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import { constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A pointer that a call gives and head goes through at once, where base kept it and asked whether it is null. */
export interface UntestedResult {
  /** In base. */
  readonly test: Expr;
  /** In head. */
  readonly use: Expr;
  readonly call: CallExpr;
}

/** The results of calls that lost the variable they were in, and with it the test: `find(k)->next` for `p = find(k); if (!p)`. */
export function untestedResults(
  change: UnitChange,
  { base, head }: FunctionPair,
): UntestedResult[] {
  const uses = usesOfResults(head).filter(({ use }) => isWritten(change, use));
  if (uses.length === 0) return [];
  const known = new Set(usesOfResults(base).map(({ call }) => expressionText(call)));
  const kept = assignedValues(base);
  const tests = nullTestsOf(base).filter(({ test }) => isTakenAway(change, test));
  const asked = new Set(testsOf(head).map(expressionText));
  return uses.flatMap(({ use, call }): UntestedResult[] => {
    const text = expressionText(call);
    if (known.has(text) || asked.has(text)) return [];
    const variables = new Set(
      kept.flatMap(({ target, value }) =>
        expressionText(withoutCasts(value)) === text ? target : [],
      ),
    );
    const found = tests.find(
      ({ test, place }) => variables.has(place) && isNearby(change, test, use),
    );
    if (found === undefined || isMovedOut(change, found.test, head)) return [];
    return [{ test: found.test, use, call }];
  });
}

/** What goes through a pointer that a call gives, without keeping it. */
function usesOfResults(fn: LoweredFunction): { use: Expr; call: CallExpr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    const through = pointerOf(expr);
    const call = through === undefined ? undefined : withoutCasts(through);
    return call?.kind === 'call' && isPointerLike(call.type) ? { use: expr, call } : [];
  });
}

function pointerOf(expr: Expr): Expr | undefined {
  switch (expr.kind) {
    case 'member':
      return expr.arrow ? expr.base : undefined;
    case 'index':
      return expr.base;
    case 'deref':
      return expr.operand;
    case 'call':
      return expr.receiver;
    default:
      return undefined;
  }
}

/** The tests of a function that ask whether one place is null. */
function nullTestsOf(fn: LoweredFunction): { test: Expr; place: string }[] {
  return testsOf(fn).flatMap((test) => {
    const [found, ...others] = constraintsOf(test, true);
    const [place, ...more] = found === undefined ? [] : [...found.compared];
    const isOne = others.length === 0 && more.length === 0 && found?.kind === 'null';
    return isOne && place !== undefined ? { test, place } : [];
  });
}
