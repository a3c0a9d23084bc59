import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** An array of which head reads elements that base had filled before. */
export interface LostFilling {
  readonly array: string;
  /** In base. */
  readonly filling: CallExpr;
  /** The first element that head reads behind where it was filled. */
  readonly read: Expr;
}

const FILLS = /^(?:\w*memset|bzero)$/i;

/** The arrays behind pointers and in records that head counts in, or reads, without filling them with one value first. */
export function lostFillings(change: UnitChange, { base, head }: FunctionPair): LostFilling[] {
  const kept = new Set(fillingsOf(head).map(({ array }) => array));
  return fillingsOf(base).flatMap(({ array, filling }): LostFilling[] => {
    if (kept.has(array) || !isTakenAway(change, filling)) return [];
    if (isMovedOut(change, filling, head) || isGivenOtherwise(change, head, array)) return [];
    const was = change.lines.positionInHead(change.base.tree.location(filling).line);
    const [first] = expressionsOf(head.blocks)
      .filter((expr) => isElement(expr, array) && change.head.tree.location(expr).line > was - 1)
      .toSorted((a, b) => a.start - b.start);
    if (first === undefined) return [];
    const isReadFirst = isReadAt(head, first);
    return isReadFirst ? [{ array, filling, read: first }] : [];
  });
}

/** The calls that fill what a member or a pointer leads to. */
function fillingsOf(fn: LoweredFunction): { array: string; filling: CallExpr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'call' || !FILLS.test(expr.name) || expr.args.length < 2) return [];
    const [given, value] = expr.args;
    if (given === undefined || value === undefined) return [];
    if (knownNumber(value) === undefined && !/^bzero$/i.test(expr.name)) return [];
    const array = withoutCasts(given);
    const isArray = array.type.kind === 'array' || array.type.kind === 'pointer';
    const isPlace = array.kind === 'member' || array.kind === 'name';
    return isArray && isPlace ? { array: expressionText(array), filling: expr } : [];
  });
}

function isElement(expr: Expr, array: string): boolean {
  return expr.kind === 'index' && expressionText(withoutCasts(expr.base)) === array;
}

/** Whether an element is counted up, or read otherwise than by an assignment to it. */
function isReadAt({ blocks }: LoweredFunction, element: Expr): boolean {
  const isSet = expressionsOf(blocks).some(
    (expr) => expr.kind === 'assign' && expr.op === '=' && isIn(expr.target, element),
  );
  return !isSet;
}

function isIn(target: Expr, element: Expr): boolean {
  return target.start <= element.start && element.end <= target.end;
}

/** Whether the change gives the array other memory, or hands it to a call that may fill it. */
function isGivenOtherwise(change: UnitChange, { blocks }: LoweredFunction, array: string): boolean {
  return expressionsOf(blocks).some((expr) => {
    if (expr.kind === 'assign')
      return expressionText(expr.target) === array && isWritten(change, expr);
    if (expr.kind !== 'call' || !isWritten(change, expr)) return false;
    return expr.args.some((argument) => array.startsWith(expressionText(withoutCasts(argument))));
  });
}
