import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import { constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { onlyReports } from './only-reports.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A pointer that base gave another value where it was null, and head takes as it is. */
export interface LostDefault {
  readonly place: string;
  /** `name ? name : ""`, in base. */
  readonly choice: Expr;
  /** What stands for it in head. */
  readonly now: Expr;
}

/** The pointers of a function that lost what stood for null in what they are given: `p = name ? name : ""` made `p = name`. */
export function lostDefaults(change: UnitChange, { base, head }: FunctionPair): LostDefault[] {
  const chosen = assignedValues(base).flatMap(({ target, value }) => {
    const pointer = isTakenAway(change, value) ? pointerOf(value) : undefined;
    return pointer === undefined || isMovedOut(change, value, head)
      ? []
      : { target, value, pointer };
  });
  if (chosen.length === 0) return [];
  const asked = testsOf(head).filter((test) => isWritten(change, test));
  return chosen.flatMap(({ target, value, pointer }): LostDefault[] => {
    const now = assignedValues(head).find(
      (one) =>
        one.target === target &&
        isWritten(change, one.value) &&
        isNearby(change, value, one.value) &&
        expressionText(withoutCasts(one.value)) === pointer,
    );
    const names = new Set([target, pointer]);
    const isAsked = asked.some((test) =>
      expressionsIn(test).some((part) => names.has(expressionText(part))),
    );
    return now === undefined || isAsked || !isUsed(head, target)
      ? []
      : [{ place: target, choice: value, now: now.value }];
  });
}

/** The pointer that a choice gives where it is not null. */
function pointerOf(value: Expr): string | undefined {
  const choice = withoutCasts(value);
  if (choice.kind !== 'conditional' || choice.then === undefined) return undefined;
  const { condition, then, otherwise } = choice;
  return [
    { outcome: true, arm: then },
    { outcome: false, arm: otherwise },
  ].flatMap(({ outcome, arm }) => {
    const text = expressionText(withoutCasts(arm));
    const isKnown = constraintsOf(condition, outcome).some(
      ({ kind, compared, alternatives: [first, ...others] }) =>
        kind === 'null' && others.length === 0 && first.relation === '!=' && compared.has(text),
    );
    return isKnown ? text : [];
  })[0];
}

/** Whether a function goes through a pointer, or gives it to a call that does more than report. */
function isUsed({ blocks }: LoweredFunction, place: string): boolean {
  const isIt = (expr: Expr) => expressionText(withoutCasts(expr)) === place;
  return expressionsOf(blocks).some((expr) => {
    if (expr.kind === 'call') return !onlyReports(expr) && expr.args.some(isIt);
    if (expr.kind === 'deref') return isIt(expr.operand);
    return (expr.kind === 'index' || (expr.kind === 'member' && expr.arrow)) && isIt(expr.base);
  });
}
