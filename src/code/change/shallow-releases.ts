import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isReleaseCall, nameWords, releasedPlaces } from './ownership-calls.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** An object that head releases without what base released of it. */
export interface ShallowRelease {
  readonly object: string;
  /** The release of head. */
  readonly release: CallExpr;
  /** What base did, and head does not. */
  readonly before: CallExpr;
}

/** Words of functions that release what is in an object and leave the object. */
const EMPTIES = /^(?:clear|cleanup|fini|deinit|uninit|term|reset|close)$/;

/** The objects whose parts no call releases since the change: their own release stayed, or took the place of a deeper one. */
export function shallowReleases(change: UnitChange, pair: FunctionPair): ShallowRelease[] {
  return [...withoutMembers(change, pair), ...inPlaceOfDeeper(change, pair)];
}

/** `free(list)` that lost the `free(list->items)` in front of it. */
function withoutMembers(change: UnitChange, { base, head }: FunctionPair): ShallowRelease[] {
  const textsOf = (fn: LoweredFunction) =>
    countBy(memberReleases(fn), ({ call }) => expressionText(call));
  const [before, left] = [textsOf(base), textsOf(head)];
  const kept = releasedPlaces(head);
  return memberReleases(base).flatMap(({ object, member, call }): ShallowRelease[] => {
    const text = expressionText(call);
    const count = left.get(text) ?? 0;
    if (!isTakenAway(change, call) || count >= (before.get(text) ?? 0)) return [];
    // Where other ways still release it, this one must be a way of its own, which ends with the object.
    if (count > 0 && !isInFrontOfRelease(base, call, object)) return [];
    // Where the member is gone or no function sets it there is nothing to release.
    if (!isSetAnywhere(change, member)) return [];
    const own = kept.find(
      ({ place, call: one }) =>
        expressionText(place) === object && !isWritten(change, one) && isNearby(change, call, one),
    );
    return own === undefined || isGivenToNew(change, head, object)
      ? []
      : [{ object, release: own.call, before: call }];
  });
}

/** Whether an object is released behind a call in the same block. */
function isInFrontOfRelease(fn: LoweredFunction, call: CallExpr, object: string): boolean {
  return fn.blocks.some((block) => {
    const calls = topLevelExpressions(block).flatMap(expressionsIn);
    const at = calls.indexOf(call);
    return (
      at >= 0 &&
      calls
        .slice(at)
        .some(
          (each) =>
            each.kind === 'call' &&
            isReleaseCall(each) &&
            each.args.some((arg) => expressionText(arg) === object),
        )
    );
  });
}

/** Calls that release a member of an object or what is in it: of `&job->input` as well. */
function memberReleases(fn: LoweredFunction): { object: string; member: string; call: CallExpr }[] {
  return expressionsOf(fn.blocks).flatMap((call) => {
    if (call.kind !== 'call' || call.args.length !== 1) return [];
    const empties = nameWords(call.name).some((word) => EMPTIES.test(word));
    if (!empties && !isReleaseCall(call)) return [];
    const given = call.args.map(withoutCasts).map((arg) => {
      return arg.kind === 'address' ? withoutCasts(arg.operand) : arg;
    });
    return given.flatMap((place) =>
      place.kind === 'member' && place.arrow
        ? { object: expressionText(place.base), member: place.name, call }
        : [],
    );
  });
}

function isSetAnywhere({ head }: UnitChange, member: string): boolean {
  const isIt = (expr: Expr) => expr.kind === 'member' && expr.name === member;
  return head.functions.some((fn) =>
    expressionsOf(fn.blocks).some(
      (expr) =>
        (expr.kind === 'assign' && isIt(expr.target) && withoutCasts(expr.value).kind === 'call') ||
        (expr.kind === 'call' &&
          expr.args.some((arg) => arg.kind === 'address' && isIt(arg.operand))),
    ),
  );
}

function isGivenToNew(change: UnitChange, head: LoweredFunction, object: string): boolean {
  return expressionsOf(head.blocks).some(
    (expr) =>
      expr.kind === 'call' &&
      isWritten(change, expr) &&
      expr.args.some((arg) => expressionText(arg) === object),
  );
}

/** `free(list)` where base had `list_free(list)`, a function of the file that releases more than the list. */
function inPlaceOfDeeper(change: UnitChange, { base, head }: FunctionPair): ShallowRelease[] {
  const gone = releasedPlaces(base).filter(({ call }) => isTakenAway(change, call));
  if (gone.length === 0) return [];
  return releasedPlaces(head).flatMap(({ place, call }): ShallowRelease[] => {
    const object = expressionText(place);
    if (!isWritten(change, call) || change.head.functionsByName.has(call.name)) return [];
    const was = gone.find(
      (one) =>
        one.call.name !== call.name &&
        expressionText(one.place) === object &&
        isNearby(change, one.call, call) &&
        releasesMembers(change.head.functionsByName.get(one.call.name), call.name),
    );
    return was === undefined ? [] : [{ object, release: call, before: was.call }];
  });
}

/** Whether a function releases its first parameter by a call of this name, and what is in it, too. */
function releasesMembers(fn: LoweredFunction | undefined, name: string): boolean {
  const own = fn?.parameters[0]?.name;
  if (fn === undefined || own === undefined) return false;
  const released = releasedPlaces(fn);
  return (
    released.some(({ place, call }) => call.name === name && expressionText(place) === own) &&
    released.some(({ place }) => expressionText(place).startsWith(`${own}->`))
  );
}
