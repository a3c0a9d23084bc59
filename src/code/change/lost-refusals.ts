import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../c/ir/walk.ts';
import { accessPaths, valuePaths } from './access-paths.ts';
import type { FunctionPair } from './function-pairs.ts';
import { sidesOf } from './leaves-on.ts';
import { isMovedOut } from './moved-code.ts';
import { onlyReports } from './only-reports.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { assertedTests, testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A comparison of base that refused some values: it told of them and left the function. */
export interface LostRefusal {
  readonly test: Expr;
  /** A place that it compared, which head still has. */
  readonly place: string;
}

/** A jump behind the last statement: graphs do not show which of two ways goes on as written. */
const JUMP = /^[\s;)]*goto\b/;
const TESTED_JUMP = /^\s*\)[\s{]*goto\b/;
const MAX_SPACE = 80;

/**
 * The refusals of values that a change takes away as a whole, comparison, message and return. That the values are
 * used on further on, where ways meet on which they were compared and not, or in another function, hides their loss from an
 * analysis of what holds at each use; that the author told of them says that they are wrong. Nothing that the change
 * writes may have to do with what was compared.
 */
export function lostRefusals(change: UnitChange, pair: FunctionPair): LostRefusal[] {
  const { base, head } = pair;
  const asserted = assertedTests(base);
  const refusing = testsOf(base).filter(
    (test) =>
      isComparison(test) &&
      !asserted.has(test) &&
      isTakenAway(change, test) &&
      isToldOf(change, base, test),
  );
  if (refusing.length === 0) return [];
  const written = new Set(
    expressionsOf(head.blocks).flatMap((expr) =>
      isWritten(change, expr) ? [...accessPaths(expr)] : [],
    ),
  );
  const left = new Set(expressionsOf(head.blocks).flatMap((expr) => [...accessPaths(expr)]));
  return refusing.flatMap((test) => {
    const compared = [...valuePaths(test)];
    const [place] = compared;
    if (place === undefined || compared.some((path) => written.has(path) || !left.has(path)))
      return [];
    return isMovedOut(change, test, head) ? [] : [{ test, place }];
  });
}

/** A comparison of sizes, of which one side at least is no constant. */
function isComparison(test: Expr): boolean {
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op) && valuePaths(test).size > 0;
}

/**
 * Whether one way on from a test tells of it and leaves, and all that stands there is gone: the message, or the jump
 * to where the function tells of what is wrong.
 */
function isToldOf(change: UnitChange, fn: LoweredFunction, test: Expr): boolean {
  const isJump = jumps(change, test);
  return (sidesOf(fn, test) ?? []).some(({ own, reachesOther }) => {
    const roots = own.flatMap(topLevelExpressions);
    const isTold = roots.some((root) => expressionsIn(root).some(onlyReports));
    if (isJump && isTold && !reachesOther) return true;
    const end = Math.max(...roots.map((root) => root.end));
    return (
      isTold &&
      roots.every((root) => isTakenAway(change, root)) &&
      (own.some((block) => block.end.kind === 'return') ||
        JUMP.test(change.base.tree.text.slice(end, end + MAX_SPACE)))
    );
  });
}

/** Whether all that a test decides on is a jump, which is gone with it. */
function jumps(change: UnitChange, { end }: Expr): boolean {
  const [statement] = TESTED_JUMP.exec(change.base.tree.text.slice(end, end + MAX_SPACE)) ?? [];
  return (
    statement !== undefined && isTakenAway(change, { start: end, end: end + statement.length })
  );
}
