import type { AssignExpr, LoweredFunction, MemberExpr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { type ReleasedPlace, releasedPlaces } from './ownership-calls.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';
import { isGivenInstead } from './unset-fields.ts';
import { isZero } from './zero-value.ts';

/** A number of a record that tells of memory which is released, and which base set to zero with it. */
export interface StaleSize {
  readonly place: string;
  /** The assignment of zero, in base. */
  readonly gone: AssignExpr;
  /** The release of what the number belongs to, in head. */
  readonly release: ReleasedPlace;
}

/** Characters between a release and the zero that belongs to it: a few lines. */
const MAX_DISTANCE = 240;

/** Numbers of a record that keep their values when the memory beside them is released, and that the file reads elsewhere. */
export function staleSizes(change: UnitChange, { base, head }: FunctionPair): StaleSize[] {
  return memberAssignments(base).flatMap(({ target, expr }): StaleSize[] => {
    const place = expressionText(target);
    if (target.type.kind !== 'int' || !isZero(expr.value)) return [];
    if (!isTakenAway(change, expr) || isMovedOut(change, expr, head)) return [];
    const record = expressionText(target.base);
    const isBeside = ({ place: released, call }: ReleasedPlace) =>
      released.kind === 'member' &&
      isPointerLike(released.type) &&
      expressionText(released.base) === record &&
      Math.abs(call.start - expr.start) <= MAX_DISTANCE;
    const before = releasedPlaces(base).filter(isBeside);
    const release = releasedPlaces(head).find(({ place: now }) =>
      before.some((was) => expressionText(was.place) === expressionText(now)),
    );
    if (release === undefined || isGone(head, record)) return [];
    if (isSetNext(head, place, release)) return [];
    if (isGivenInstead(change, head, target.base, expr)) return [];
    return isRead(change, target) ? [{ place, gone: expr, release }] : [];
  });
}

/** Whether a place is set in front of a release, or behind it before the function may end. */
function isSetNext(head: LoweredFunction, place: string, { call }: ReleasedPlace): boolean {
  return memberAssignments(head).some(({ target, expr }) => {
    if (expressionText(target) !== place) return false;
    const isAbout = Math.abs(expr.start - call.start) <= MAX_DISTANCE;
    const mayEnd = head.blocks.some(
      ({ end }) => end.kind === 'return' && call.start < end.start && end.start < expr.start,
    );
    return isAbout || !mayEnd;
  });
}

function memberAssignments(fn: LoweredFunction): { target: MemberExpr; expr: AssignExpr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.op === '=' && expr.target.kind === 'member'
      ? { target: expr.target, expr }
      : [],
  );
}

/** Whether a function releases the record, or fills it anew as a whole. */
function isGone(fn: LoweredFunction, record: string): boolean {
  return (
    releasedPlaces(fn).some(({ place }) => expressionText(place) === record) ||
    expressionsOf(fn.blocks).some((expr) => {
      if (expr.kind === 'assign') return expressionText(expr.target).replace(/^\*/, '') === record;
      if (expr.kind !== 'call' || !/memset|bzero|zero|clear|init|reset/i.test(expr.name))
        return false;
      return expr.args.some((argument) => expressionText(argument).replace(/^&/, '') === record);
    })
  );
}

/** Whether the file reads the member anywhere. */
function isRead({ head }: UnitChange, { name }: MemberExpr): boolean {
  return head.functions.some((fn) => {
    const written = new Set(memberAssignments(fn).map(({ target }) => target));
    return expressionsOf(fn.blocks).some(
      (expr) => expr.kind === 'member' && expr.name === name && !written.has(expr),
    );
  });
}
