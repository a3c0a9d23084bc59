import type { BasicBlock, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { constraintsOf } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { onlyReports } from './only-reports.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A pointer that base set up where it was null, and head goes through as it is. */
export interface LostSetup {
  readonly place: string;
  /** In base. */
  readonly test: Expr;
  /** In head. */
  readonly use: Expr;
}

/** The pointers of the file or of records that are used without the call that gave them a value at first: `if (!table) load_table();`. */
export function lostSetups(change: UnitChange, { base, head }: FunctionPair): LostSetup[] {
  const left = new Set(callNames(head));
  const asked = new Set(testsOf(head).flatMap((test) => [...nullPlaces(test)]));
  const found = new Map<string, LostSetup>();
  for (const { end } of base.blocks) {
    if (end.kind !== 'branch' || !isTakenAway(change, end.condition)) continue;
    const place = setUpPlace(end.condition);
    const branch = base.blocks[end.then];
    if (place === undefined || branch === undefined || !goesOn(base, branch, end.otherwise))
      continue;
    const name = expressionText(place);
    const calls = branch.steps.flatMap((step) =>
      step.kind === 'eval' && withoutCasts(step.expr).kind === 'call'
        ? expressionsIn(step.expr).filter((expr) => expr.kind === 'call' && !onlyReports(expr))
        : [],
    );
    if (calls.length === 0 || found.has(name) || asked.has(name)) continue;
    if (calls.some((call) => call.kind === 'call' && left.has(call.name))) continue;
    if (isMovedOut(change, end.condition, head) || hasNewCall(change, head)) continue;
    const use = expressionsOf(head.blocks).find((expr) => isThrough(expr, name));
    if (use !== undefined) found.set(name, { place: name, test: end.condition, use });
  }
  return [...found.values()];
}

/** Whether a block goes on where the other outcome of a test does. */
function goesOn({ blocks }: LoweredFunction, { end }: BasicBlock, otherwise: number): boolean {
  if (end.kind !== 'jump') return false;
  const other = blocks[otherwise];
  const isEmpty = other?.steps.length === 0 && other.end.kind === 'jump';
  return end.to === otherwise || (isEmpty && other.end.kind === 'jump' && other.end.to === end.to);
}

/** The pointer that a condition asks whether it is null: one that calls can set. */
function setUpPlace(condition: Expr): Expr | undefined {
  const [one, ...others] = constraintsOf(condition, true);
  if (one === undefined || others.length > 0 || one.kind !== 'null') return undefined;
  const [{ relation }] = one.alternatives;
  const [name, ...more] = one.compared;
  if (relation !== '==' || more.length > 0) return undefined;
  const place = expressionsIn(condition).find((part) => expressionText(part) === name);
  if (place?.kind === 'member') return place;
  const scope = place?.kind === 'name' ? place.variable?.scope : undefined;
  return scope === 'global' || scope === 'static' ? place : undefined;
}

function nullPlaces(test: Expr): ReadonlySet<string> {
  const [one] = constraintsOf(test, true);
  return one?.kind === 'null' ? one.compared : new Set();
}

function callNames({ blocks }: LoweredFunction): string[] {
  return expressionsOf(blocks).flatMap((expr) => (expr.kind === 'call' ? expr.name : []));
}

/** Whether the change wrote a call: that one may set it up. */
function hasNewCall(change: UnitChange, { blocks }: LoweredFunction): boolean {
  return expressionsOf(blocks).some((expr) => expr.kind === 'call' && isWritten(change, expr));
}

function isThrough(expr: Expr, place: string): boolean {
  const pointer =
    expr.kind === 'member' && expr.arrow
      ? expr.base
      : expr.kind === 'deref'
        ? expr.operand
        : expr.kind === 'index'
          ? expr.base
          : undefined;
  return pointer !== undefined && expressionText(withoutCasts(pointer)) === place;
}
