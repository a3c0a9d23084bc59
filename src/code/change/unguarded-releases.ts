import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { isGuardedByCallers } from './caller-guards.ts';
import type { Constraint } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { guardedUses } from './guarded-uses.ts';
import { leavingBlocks } from './leaves-on.ts';
import { lostConstraints } from './lost-constraints.ts';
import { isMovedOut } from './moved-code.ts';
import { isReleaseCall, releasedPlaces } from './ownership-calls.ts';
import { isTakenAway } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A release that base made on a condition, and head always makes. */
export interface UnguardedRelease {
  readonly place: string;
  /** In base. */
  readonly test: Expr;
  /** In head. */
  readonly release: CallExpr;
}

/**
 * The releases that lost the condition around them: that a count of references is down to zero, or that a flag says
 * who owns the memory. A test of the pointer itself, or of what leads to it, is none.
 */
export function unguardedReleases(change: UnitChange, pair: FunctionPair): UnguardedRelease[] {
  const { base, head, lines } = change;
  const usesOf = (fn: LoweredFunction) =>
    guardedUses(fn).filter(({ expr }) => expr.kind === 'call' && isReleaseCall(expr));
  const lost = lostConstraints(pair, base, head, lines, usesOf).filter(
    ({ constraint: { test, kind } }) =>
      (kind === 'truth' || kind === 'equality' || counts(test)) &&
      isTakenAway(change, test) &&
      (counts(test) || !returnsOn(pair.base, test)),
  );
  const found = new Map<string, UnguardedRelease>();
  for (const { constraint, uses } of lost) {
    const { test } = constraint;
    const release = uses[0].expr;
    const place = releasedPlaces(pair.head).find(({ call }) => call === release)?.place;
    if (place === undefined || release.kind !== 'call' || hasNewTest(pair)) continue;
    const text = expressionText(place);
    if (found.has(text) || !isAboutOther(constraint, text) || !isKnown(change, constraint))
      continue;
    if (isMovedOut(change, test, pair.head) || isGuardedByCallers(head, pair.head, constraint))
      continue;
    found.set(text, { place: text, test, release });
  }
  return [...found.values()];
}

/** Whether a test leads to a `return` of its own: it is about more than the release. */
function returnsOn(fn: LoweredFunction, test: Expr): boolean {
  return leavingBlocks(fn, test).some(({ end }) => end.kind === 'return');
}

/** Whether a test counts something down: `--item->references > 0`. */
function counts(test: Expr): boolean {
  return expressionsIn(test).some(
    (part) => part.kind === 'incdec' && part.op === '--' && part.operand.kind === 'member',
  );
}

/** Whether a test is of something else than what is released, or than what leads to it or is in it. */
function isAboutOther({ reads, compared, kind, test }: Constraint, place: string): boolean {
  if (compared.size === 0 || kind === 'null') return false;
  if (counts(test)) return true;
  return ![...compared].some((path) => path.startsWith(place)) && !reads.has(place);
}

/** Whether the head of the file still has what a test compared. */
function isKnown({ head }: UnitChange, { compared }: Constraint): boolean {
  const names = [...compared].map((path) => /(\w+)\W*$/.exec(path)?.[1] ?? path);
  return names.every((name) => new RegExp(`\\b${name}\\b`).test(head.tree.text));
}

/** Whether head makes a test that base did not. */
function hasNewTest({ base, head }: FunctionPair): boolean {
  const before = new Set(testsOf(base).map(expressionText));
  return testsOf(head).some((test) => !before.has(expressionText(test)));
}
