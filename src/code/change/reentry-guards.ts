import { successors } from '../c/cfg/control-flow.ts';
import type { Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { reachable } from '../graph/reachability.ts';
import { valuePaths } from './access-paths.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { NewTests } from './replacements.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A test of base that kept code from running again inside itself, and that the change took away. */
export interface ReentryGuard {
  readonly test: Expr;
  /** What says that the code is running, by text: it is counted up or set there, and back. */
  readonly place: string;
  /** Where head counts it up or sets it. */
  readonly mark: Expr;
}

/** A place that is counted up or set, and counted down or cleared on every way from there. */
interface Mark {
  readonly place: string;
  readonly expr: Expr;
  readonly block: number;
}

/** The guards against entering again that a function lost, though it still says while it is running. */
export function removedReentryGuards(
  change: UnitChange,
  pair: FunctionPair,
): readonly ReentryGuard[] {
  const { base, head } = pair;
  const marks = new Map(marksOf(head).map((mark) => [mark.place, mark.expr]));
  if (marks.size === 0) return [];
  const tested = new Set(testsOf(head).flatMap((test) => [...valuePaths(test)]));
  return marksOf(base).flatMap(({ place, block }) => {
    const mark = marks.get(place);
    if (mark === undefined || tested.has(place) || isTestedElsewhere(change, place, head))
      return [];
    const test = guardOf(base, place, block);
    if (test === undefined || !isTakenAway(change, test)) return [];
    return hasNewTestNear(change, pair, test) ? [] : { test, place, mark };
  });
}

/** Whether the change wrote a test of what has the same name in another function, as a caller would make it. */
function isTestedElsewhere(change: UnitChange, place: string, fn: LoweredFunction): boolean {
  const name = /\w+$/.exec(place)?.[0] ?? place;
  return new NewTests(change).outside(fn).some(({ names }) => names.has(name));
}

/** Whether another test stands where one was, which may say the same. */
function hasNewTestNear(change: UnitChange, { base, head }: FunctionPair, before: Span): boolean {
  const known = new Set(testsOf(base).map(expressionText));
  return testsOf(head).some(
    (test) =>
      isWritten(change, test) && !known.has(expressionText(test)) && isNearby(change, before, test),
  );
}

/** The test behind which alone a block runs, and that a place is zero or below a limit there. */
function guardOf(fn: LoweredFunction, place: string, block: number): Expr | undefined {
  for (const { end } of fn.blocks) {
    if (end.kind !== 'branch' || end.assertion === true || isOfLoop(fn, end.condition)) continue;
    const [then, otherwise] = [end.then, end.otherwise].map((to) => leadsTo(fn, to, block));
    if (then === otherwise) continue;
    const test = idleTest(end.condition, then === true, place);
    if (test !== undefined) return test;
  }
  return undefined;
}

function isOfLoop({ loops }: LoweredFunction, condition: Expr): boolean {
  return loops.some((loop) => {
    return loop.condition !== undefined && expressionsIn(loop.condition).includes(condition);
  });
}

function leadsTo(fn: LoweredFunction, from: number, to: number): boolean {
  return new Set(reachable([from], (id) => next(fn, id))).has(to);
}

function next(fn: LoweredFunction, id: number): readonly number[] {
  const block = fn.blocks[id];
  return block === undefined ? [] : successors(block.end);
}

/** What of a condition says, where it came out so, that a place is zero or below a limit. */
function idleTest(condition: Expr, outcome: boolean, place: string): Expr | undefined {
  const plain = withoutCasts(condition);
  if (plain.kind === 'unary' && plain.op === '!') return idleTest(plain.operand, !outcome, place);
  if (plain.kind === 'binary' && plain.op === (outcome ? '&&' : '||'))
    return idleTest(plain.left, outcome, place) ?? idleTest(plain.right, outcome, place);
  if (plain.kind !== 'binary')
    return !outcome && expressionText(plain) === place ? plain : undefined;
  if (expressionText(plain.left) !== place) return undefined;
  const isLimit = outcome ? /^<=?$/ : /^>=?$/;
  if (isLimit.test(plain.op)) return plain;
  return plain.op === (outcome ? '==' : '!=') && clearsFlag(plain.right) ? plain : undefined;
}

function clearsFlag(value: Expr): boolean {
  const plain = withoutCasts(value);
  return knownNumber(plain) === 0 || (plain.kind === 'name' && /^false$/i.test(plain.name));
}

function setsFlag(value: Expr): boolean {
  const plain = withoutCasts(value);
  if (plain.kind === 'name' && /^true$/i.test(plain.name)) return true;
  return (knownNumber(plain) ?? 0) !== 0;
}

function marksOf(fn: LoweredFunction): readonly Mark[] {
  const changes = fn.blocks.flatMap((block) =>
    expressionsOf([block]).flatMap((expr) => {
      const found = changeOf(expr);
      return found === undefined ? [] : { ...found, expr, block: block.id };
    }),
  );
  return changes.filter(
    (mark) =>
      mark.isUp &&
      isTakenBack(
        fn,
        mark,
        changes.filter(({ isUp, kind, place }) => {
          return !isUp && kind === mark.kind && place === mark.place;
        }),
      ),
  );
}

interface Change {
  readonly place: string;
  readonly kind: 'count' | 'flag';
  readonly isUp: boolean;
}

/** What counts a place that outlives the call up or down by one, or sets or clears it. */
function changeOf(expr: Expr): Change | undefined {
  if (expr.kind === 'incdec')
    return isKept(expr.operand)
      ? { place: expressionText(expr.operand), kind: 'count', isUp: expr.op === '++' }
      : undefined;
  if (expr.kind !== 'assign' || !isKept(expr.target)) return undefined;
  const place = expressionText(expr.target);
  if (expr.op === '+=' || expr.op === '-=')
    return knownNumber(expr.value) === 1
      ? { place, kind: 'count', isUp: expr.op === '+=' }
      : undefined;
  if (expr.op !== '=') return undefined;
  if (clearsFlag(expr.value)) return { place, kind: 'flag', isUp: false };
  return setsFlag(expr.value) ? { place, kind: 'flag', isUp: true } : undefined;
}

/** A member of what others have too, or a variable outside the function. */
function isKept(place: Expr): boolean {
  if (place.type.kind === 'pointer') return false;
  if (place.kind === 'member') return place.arrow || isKept(place.base);
  return place.kind === 'name' && /^(?:global|static)$/.test(place.variable?.scope ?? '');
}

/** Whether calls are made behind a mark, and all ways from it out of the function take it back. */
function isTakenBack(fn: LoweredFunction, mark: Mark, backs: readonly Mark[]): boolean {
  const last = Math.max(...backs.map(({ expr }) => expr.start));
  const calls = expressionsOf(fn.blocks).some(
    ({ kind, start }) => kind === 'call' && mark.expr.start < start && start < last,
  );
  if (!calls) return false;
  const inBlock = backs.some(
    ({ block, expr }) => block === mark.block && mark.expr.start < expr.start,
  );
  if (inBlock) return true;
  const ends = new Set(backs.map(({ block }) => block));
  const open = reachable(
    next(fn, mark.block).filter((id) => !ends.has(id)),
    (id) => next(fn, id).filter((to) => !ends.has(to)),
  );
  return [...open, mark.block].every((id) => fn.blocks[id]?.end.kind !== 'return');
}
