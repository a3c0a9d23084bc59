import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { assignedValues } from './assigned-values.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type Holding, heldAtExits, isValueOf, newlyHeld } from './held-at-exits.ts';
import { isReleaseCall, nameWords, releasedPlaces } from './ownership-calls.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A release of base that the change took away, though a way out of the function still holds what it released. */
export interface LostRelease {
  readonly place: string;
  /** The call of base. */
  readonly release: CallExpr;
}

/** Words of functions that keep what they are given, or free it. */
const TAKES =
  /^(?:add|append|push|insert|set|put|register|attach|queue|enqueue|link|take|move|steal|store|save|assign|own|give|send|submit|post|start|create|new|init|wrap|open|close|end|done|finish|exit|cleanup|clear|reset|return)$/;

/** The variables of a function that some way out leaves holding memory since the change, and did not before. */
export function lostReleases(change: UnitChange, { base, head }: FunctionPair): LostRelease[] {
  const gone = releasedPlaces(base).filter(
    ({ place, call }) => isOwnVariable(place) && isTakenAway(change, call),
  );
  if (gone.length === 0) return [];
  const releasesOf = (fn: LoweredFunction) =>
    countBy(releasedPlaces(fn), ({ call }) => expressionText(call));
  const [before, left] = [releasesOf(base), releasesOf(head)];
  const less = gone.filter(({ call }) => {
    const text = expressionText(call);
    const [was, now] = [before.get(text) ?? 0, left.get(text) ?? 0];
    // Where all of several are gone, the memory has another owner.
    return now < was && (now > 0 || was === 1);
  });
  const known = new Set(
    expressionsOf(base.blocks).flatMap((expr) =>
      expr.kind === 'call' ? expressionText(expr) : [],
    ),
  );
  const lost = new Map<string, LostRelease>();
  for (const { place, call } of less) {
    const name = expressionText(place);
    if (lost.has(name) || !isStillOwn(name, base, head) || isReleasedByItself(change, head, name))
      continue;
    const tookBefore = (one: CallExpr) => releasesIt(change.base, one, name);
    const takesNow = (one: CallExpr) =>
      !known.has(expressionText(one)) || releasesIt(change.head, one, name);
    const was = heldAtExits(base, holdingOf(name, tookBefore));
    const now = heldAtExits(head, holdingOf(name, takesNow));
    if (newlyHeld(change, name, was, now)) lost.set(name, { place: name, release: call });
  }
  return [...lost.values()];
}

function isOwnVariable(place: Expr): boolean {
  return place.kind === 'name' && place.variable?.scope === 'local' && isPointerLike(place.type);
}

/** Whether head gets it as base did, by a call, and releases it elsewhere: it is this function's to release. */
function isStillOwn(name: string, base: LoweredFunction, head: LoweredFunction): boolean {
  const sources = (fn: LoweredFunction) =>
    assignedValues(fn).flatMap(({ target, value }) =>
      target === name && withoutCasts(value).kind === 'call' ? expressionText(value) : [],
    );
  const now = sources(head);
  const known = new Set(sources(base));
  return now.length > 0 && now.every((text) => known.has(text));
}

/** Whether the variable is declared so that what it holds is released at the end of its block. */
function isReleasedByItself(
  { head: unit }: UnitChange,
  fn: LoweredFunction,
  name: string,
): boolean {
  const { text } = unit.tree;
  return fn.locals.some((variable) => {
    if (variable.name !== name) return false;
    const line = text.slice(text.lastIndexOf('\n', variable.start) + 1, variable.start);
    return /cleanup|auto|scope|defer/i.test(line);
  });
}

/** Whether a function of the file releases what it is given there. */
function releasesIt(unit: TranslationUnit, call: CallExpr, name: string): boolean {
  const callee = unit.functionsByName.get(call.name);
  if (callee === undefined) return false;
  const released = new Set(releasedPlaces(callee).map(({ place }) => expressionText(place)));
  return callee.parameters.some((parameter, index) => {
    const given = call.args[index];
    return given !== undefined && isValueOf(given, name) && released.has(parameter.name);
  });
}

/** @param takes whether a call takes over what it is given, for another reason than its name */
function holdingOf(name: string, takes: (call: CallExpr) => boolean): Holding {
  return {
    taken: (expr) => {
      if (expr.kind !== 'assign' || expressionText(expr.target) !== name) return undefined;
      return withoutCasts(expr.value).kind === 'call' ? name : undefined;
    },
    isGivenUp: (expr, held) => {
      if (expr.kind === 'assign')
        return expressionText(expr.target) === held || isValueOf(expr.value, held);
      if (expr.kind === 'initlist') return expr.items.some(({ value }) => isValueOf(value, held));
      if (expr.kind === 'opaque') return true;
      return expr.kind === 'call' && takesOver(expr, held, takes);
    },
  };
}

function takesOver(call: CallExpr, held: string, takes: (call: CallExpr) => boolean): boolean {
  if (call.args.some((arg) => isAddressOf(arg, held))) return true;
  if (!call.args.some((arg) => isValueOf(arg, held))) return false;
  if (isReleaseCall(call) || takes(call) || call.isMacro === true) return true;
  return nameWords(call.name).some((word) => TAKES.test(word));
}

function isAddressOf(argument: Expr, place: string): boolean {
  const plain = withoutCasts(argument);
  return plain.kind === 'address' && expressionText(plain.operand) === place;
}
