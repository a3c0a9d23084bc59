import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type Holding, heldAtExits, newlyHeld } from './held-at-exits.ts';
import { nameWords } from './ownership-calls.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** An unlocking of base that the change took away, though a way out of the function still holds the lock. */
export interface LostUnlock {
  /** What is locked, as its text. */
  readonly lock: string;
  /** The call of base. */
  readonly call: CallExpr;
}

const LOCKS = /^(?:rd|wr|r|w|spin|mutex)?lock$/;
const UNLOCKS = /^(?:rd|wr|r|w|spin|mutex)?unlock$/;

/** The locks of a function that some way out holds since the change, and did not before. */
export function lostUnlocks(change: UnitChange, { base, head }: FunctionPair): LostUnlock[] {
  const lost = new Map<string, LostUnlock>();
  for (const call of callsNamed(base, UNLOCKS)) {
    const lock = lockOf(call);
    if (lock === undefined || lost.has(lock) || !isTakenAway(change, call)) continue;
    // Where all of several are gone, something else unlocks: a guard at the end of its block.
    const [before, left] = [base, head].map(
      (fn) => callsNamed(fn, UNLOCKS).filter((one) => lockOf(one) === lock).length,
    );
    if (left === 0 && (before ?? 0) > 1) continue;
    const was = heldAtExits(base, HOLDING);
    const now = heldAtExits(head, HOLDING);
    if (newlyHeld(change, lock, was, now) !== undefined) lost.set(lock, { lock, call });
  }
  return [...lost.values()];
}

const HOLDING: Holding = {
  taken: (expr) => (isNamed(expr, LOCKS) ? lockOf(expr) : undefined),
  isGivenUp: (expr, held) => isNamed(expr, UNLOCKS) && lockOf(expr) === held,
};

function callsNamed(fn: LoweredFunction, words: RegExp): CallExpr[] {
  return expressionsOf(fn.blocks).filter((expr) => isNamed(expr, words));
}

function isNamed(expr: Expr, words: RegExp): expr is CallExpr {
  if (expr.kind !== 'call') return false;
  const named = nameWords(expr.name);
  return (
    named.some((word) => words.test(word)) &&
    !named.some((word) => /^(?:try|guard|scoped|auto|with)$/.test(word))
  );
}

/** What a call locks: the first pointer that it gets. */
function lockOf({ args }: CallExpr): string | undefined {
  const given = args.map(withoutCasts);
  const lock = given.find((arg) => arg.kind === 'address' || isPointerLike(arg.type));
  return lock && expressionText(lock);
}
