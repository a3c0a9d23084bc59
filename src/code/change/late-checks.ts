import { successors } from '../c/cfg/control-flow.ts';
import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, topLevelExpressions } from '../c/ir/walk.ts';
import { reachable } from '../graph/reachability.ts';
import { accessPaths } from './access-paths.ts';
import { askedCall } from './asked-call.ts';
import { assignedValues } from './assigned-values.ts';
import { type Constraint, isImplied, isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type GuardedUse, guardedUses } from './guarded-uses.ts';
import { onlyReports } from './only-reports.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** An access that the change makes before the check that it depends on, which head still has. */
export interface LateCheck {
  readonly use: GuardedUse;
  readonly constraint: Constraint;
  /** The check in head. */
  readonly test: Expr;
}

/**
 * The accesses that head makes in front of a check that base made in front of each access of the same text. The check
 * still stands, so that no test is lost, but what it refuses has been used by then.
 */
export function lateChecks(change: UnitChange, { base, head }: FunctionPair): LateCheck[] {
  const isAccess = ({ kind }: GuardedUse) => kind === 'access';
  const uses = guardedUses(head).filter(isAccess);
  const written = uses.filter(({ expr }) => isWritten(change, expr) && !onlyReports(expr));
  if (written.length === 0) return [];
  const before = Map.groupBy(guardedUses(base).filter(isAccess), ({ text }) => text);
  const tests = Map.groupBy(testsOf(head), expressionText);
  return written.flatMap((use): LateCheck[] => {
    const [first, ...others] = before.get(use.text) ?? [];
    if (first === undefined) return [];
    for (const constraint of first.constraints.values()) {
      // Of a comparison that the change wrote anew other rules say so.
      if (constraint.kind !== 'truth' && isTakenAway(change, constraint.test)) continue;
      if (!isCheckOf(use, constraint) || isImplied(constraint, use.constraints)) continue;
      if (!others.every(({ constraints }) => isImplied(constraint, constraints))) continue;
      const test = (tests.get(expressionText(constraint.test)) ?? []).find((one) =>
        isBehind(head, use.expr, one),
      );
      if (test !== undefined && isSameBetween(head, use.expr, test, constraint))
        return [{ use, constraint, test }];
    }
    return [];
  });
}

/** Whether a test asks whether the place that an access reads may be accessed. */
function isCheckOf({ expr, text }: GuardedUse, known: Constraint): boolean {
  if (!isTested(known) || known.alternatives.length > 1) return false;
  const asked = askedCall(known.test);
  if (known.kind !== 'null' && known.kind !== 'bound' && asked === undefined) return false;
  const places = asked === undefined ? known.compared : known.reads;
  return [...accessPaths(expr)].some((path) => path !== text && places.has(path));
}

/** Whether a test comes behind a use, on a way that goes no loop round. */
function isBehind({ blocks }: LoweredFunction, use: Expr, test: Expr): boolean {
  if (test.start <= use.start) return false;
  const blockOf = (wanted: Expr) =>
    blocks.find((block) =>
      topLevelExpressions(block).some((root) => expressionsIn(root).includes(wanted)),
    );
  const [from, to] = [blockOf(use), blockOf(test)];
  if (from === undefined || to === undefined) return false;
  const next = (id: number) => {
    const at = blocks[id];
    return at === undefined ? [] : successors(at.end);
  };
  return new Set(reachable([from.id], next)).has(to.id);
}

/** Whether what a test compares has the value that the use had. */
function isSameBetween(
  head: LoweredFunction,
  { start }: Expr,
  test: Expr,
  { reads }: Constraint,
): boolean {
  return !assignedValues(head).some(
    ({ target, value }) => reads.has(target) && value.start > start && value.start < test.end,
  );
}
