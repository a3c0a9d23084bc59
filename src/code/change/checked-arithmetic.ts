import type { BinaryExpr, CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { hasNewTestOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A sum or product of head that base left to a call. */
export interface UncheckedArithmetic {
  readonly expr: BinaryExpr;
  /** The call of base that got the operands. */
  readonly call: CallExpr;
  /** Whether the call allocates, so that the product is that of a count and a size. */
  readonly isAllocation: boolean;
}

/** More operands than this has no function that adds or multiplies. */
const MAX_OPERANDS = 4;
const ALLOCATES = /alloc|new|array|grow|resize/i;
const PREDICATE = /overflow|^ckd_/i;

/**
 * The sums and products that the change wrote in place of a call with the same operands: what the
 * call computed is what the arithmetic computes, so it did it for a reason, which is mostly a check of
 * overflow. Calls of functions of the file that do nothing else are none.
 */
export function uncheckedArithmetic(
  change: UnitChange,
  pair: FunctionPair,
): readonly UncheckedArithmetic[] {
  const written = arithmeticOf(pair.head).filter((expr) => isWritten(change, expr));
  if (written.length === 0) return [];
  const before = countBy(arithmeticOf(pair.base), expressionText);
  const now = countBy(arithmeticOf(pair.head), expressionText);
  const calls = callsOf(pair.base);
  const callsBefore = countBy(calls, expressionText);
  const callsLeft = countBy(callsOf(pair.head), expressionText);
  const gone = calls.filter(
    (call) =>
      isTakenAway(change, call) &&
      (callsLeft.get(expressionText(call)) ?? 0) < (callsBefore.get(expressionText(call)) ?? 0),
  );
  const found: UncheckedArithmetic[] = [];
  for (const expr of written) {
    const text = expressionText(expr);
    if ((now.get(text) ?? 0) <= (before.get(text) ?? 0)) continue;
    const call = gone.find((each) => isNearby(change, each, expr) && isComputedBy(expr, each));
    if (call === undefined || isPlain(change, call)) continue;
    if (hasNewTestOf(pair, expr)) continue;
    found.push({ expr, call, isAllocation: !returnsNumber(call) });
  }
  return found;
}

/** What the overflow of a sum or product was tested with, by a call that is gone while the arithmetic stays. */
export function untestedArithmetic(
  change: UnitChange,
  pair: FunctionPair,
): readonly UncheckedArithmetic[] {
  const isPredicate = ({ name }: CallExpr) => PREDICATE.test(name);
  const gone = callsOf(pair.base).filter((call) => isPredicate(call) && isTakenAway(change, call));
  if (gone.length === 0 || callsOf(pair.head).some(isPredicate)) return [];
  return arithmeticOf(pair.head).flatMap((expr) => {
    const call = gone.find(
      (each) =>
        isNearby(change, each, expr) &&
        each.args.length >= 2 &&
        operandsOf(expr).every((operand) =>
          each.args.some((arg) => expressionText(arg) === expressionText(operand)),
        ),
    );
    return call === undefined || hasNewTestOf(pair, expr)
      ? []
      : [{ expr, call, isAllocation: false }];
  });
}

function arithmeticOf(fn: LoweredFunction): BinaryExpr[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'binary' && /^[+*]$/.test(expr.op) && isInteger(expr) ? expr : [],
  );
}

function isInteger({ type }: Expr): boolean {
  return type.kind === 'int' && type.boolean !== true;
}

function callsOf(fn: LoweredFunction): CallExpr[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'call' && expr.name !== '' && expr.args.length >= 2 ? expr : [],
  );
}

function returnsNumber({ type }: CallExpr): boolean {
  return type.kind === 'int' || type.kind === 'unknown';
}

/** Whether a call gets the operands of a sum or product: as all of its arguments, or as a count and a size. */
function isComputedBy(expr: BinaryExpr, call: CallExpr): boolean {
  if (ALLOCATES.test(call.name) && expr.op === '*') {
    const [left, right] = [expr.left, expr.right];
    const isPair = call.args.some((arg, at) => {
      const next = call.args[at + 1];
      return next !== undefined && isSamePair([arg, next], [left, right]);
    });
    if (isPair) return true;
  }
  if (!returnsNumber(call) || call.args.length > MAX_OPERANDS) return false;
  if (call.args.length === 2 && isSamePair(call.args, [expr.left, expr.right])) return true;
  const operands = operandsOf(expr).map(expressionText).sort();
  const args = call.args.map(expressionText).sort();
  return operands.length === args.length && operands.every((text, at) => text === args[at]);
}

/** The operands of a chain of one operator. */
function operandsOf({ op, left, right }: BinaryExpr): Expr[] {
  return [left, right].flatMap((part) => {
    const inner = withoutCasts(part);
    return inner.kind === 'binary' && inner.op === op ? operandsOf(inner) : inner;
  });
}

function isSamePair(args: readonly Expr[], operands: readonly [Expr, Expr]): boolean {
  const [a, b] = args;
  const [left, right] = operands;
  if (a === undefined || b === undefined) return false;
  return (isSame(a, left) && isSame(b, right)) || (isSame(a, right) && isSame(b, left));
}

/** Whether two expressions are one, where calls that add or multiply may have become arithmetic. */
function isSame(before: Expr, now: Expr): boolean {
  const was = withoutCasts(before);
  const is = withoutCasts(now);
  if (expressionText(was) === expressionText(is)) return true;
  return (
    was.kind === 'call' &&
    was.args.length === 2 &&
    is.kind === 'binary' &&
    /^[+*]$/.test(is.op) &&
    isSamePair(was.args, [is.left, is.right])
  );
}

/** Whether a function of the file computes without a way that ends otherwise, and without asking another. */
function isPlain({ base }: UnitChange, { name }: CallExpr): boolean {
  const fn = base.functionsByName.get(name);
  if (fn === undefined) return false;
  const branches = fn.blocks.some(({ end }) => end.kind === 'branch' || end.kind === 'switch');
  const asks = expressionsOf(fn.blocks).some(
    ({ kind }) => kind === 'call' || kind === 'conditional',
  );
  return !branches && !asks;
}

/** So many bits hold the result of a sum or product, whatever the operands are. */
export function bitsNeeded({ op, left, right }: BinaryExpr): number {
  const [a, b] = [valueBits(left), valueBits(right)];
  return op === '*' ? a + b : Math.max(a, b) + 1;
}

function valueBits(expr: Expr): number {
  const inner = withoutCasts(expr);
  const constant = knownNumber(inner);
  if (constant !== undefined) return Math.ceil(Math.log2(Math.abs(constant) + 1));
  const { type } = inner;
  if (type.kind !== 'int') return 64;
  return type.signed ? type.bits - 1 : type.bits;
}
