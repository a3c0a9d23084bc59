import type { CallExpr, Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { assignedValues } from './assigned-values.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type Holding, heldAtExits, isValueOf, newlyHeld } from './held-at-exits.ts';
import {
  closedPlaces,
  isCloseCall,
  isReleaseCall,
  nameWords,
  type ReleasedPlace,
  releasedPlaces,
} from './ownership-calls.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** Memory or a file that some way out of a function still holds since the change. */
export interface LostRelease {
  readonly place: string;
  /** The release in base. */
  readonly release: CallExpr;
  /** The way out that the change wrote, where it left all releases as they were. */
  readonly exit: Span | undefined;
}

/** Words of functions that keep what they are given, or free it. */
const TAKES =
  /^(?:add|append|push|insert|set|put|register|attach|queue|enqueue|link|take|move|steal|store|save|assign|own|give|send|submit|post|start|create|new|init|wrap|open|close|end|done|finish|exit|cleanup|clear|reset|return)$/;

/** The variables of a function that some way out leaves holding memory or a file since the change, and did not before. */
export function lostReleases(change: UnitChange, pair: FunctionPair): LostRelease[] {
  const { base, head } = pair;
  const releases = endsOf(base).filter(({ place }) => isOwnVariable(place));
  if (releases.length === 0) return [];
  const textsOf = (fn: LoweredFunction) => countBy(endsOf(fn), ({ call }) => expressionText(call));
  const [before, left] = [textsOf(base), textsOf(head)];
  // Where all of several are gone, the memory has another owner.
  const candidates = releases.filter(({ call }) => {
    const text = expressionText(call);
    return (left.get(text) ?? 0) > 0 || (before.get(text) === 1 && isTakenAway(change, call));
  });
  const known = new Set(
    expressionsOf(base.blocks).flatMap((expr) =>
      expr.kind === 'call' ? expressionText(expr) : [],
    ),
  );
  const lost = new Map<string, LostRelease>();
  // Those that are gone come first: they say more than the way out.
  const isGone = ({ call }: ReleasedPlace) => isTakenAway(change, call);
  for (const each of [...candidates.filter(isGone), ...candidates]) {
    const name = expressionText(each.place);
    if (lost.has(name) || !isStillOwn(name, base, head) || isReleasedByItself(change, head, name))
      continue;
    const tookBefore = (one: CallExpr) => releasesIt(change.base, one, name);
    const takesNow = (one: CallExpr) =>
      !known.has(expressionText(one)) || releasesIt(change.head, one, name);
    const was = heldAtExits(base, holdingOf(name, tookBefore));
    const now = heldAtExits(head, holdingOf(name, takesNow));
    const exit = newlyHeld(change, name, was, now);
    if (exit === undefined) continue;
    const span = { start: exit.at, end: exit.at };
    if (isGone(each)) lost.set(name, { place: name, release: each.call, exit: undefined });
    else if (isWritten(change, span))
      lost.set(name, { place: name, release: each.call, exit: span });
  }
  return [...lost.values()];
}

/** What the calls of a function release or close. */
function endsOf(fn: LoweredFunction): readonly ReleasedPlace[] {
  return [...releasedPlaces(fn), ...closedPlaces(fn)];
}

function isOwnVariable(place: Expr): boolean {
  if (place.kind !== 'name' || place.variable?.scope !== 'local') return false;
  // Files by number are closed, and nothing else of a number is held.
  return isPointerLike(place.type) || place.type.kind === 'int' || place.type.kind === 'unknown';
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
  if (isReleaseCall(call) || isCloseCall(call) || takes(call) || call.isMacro === true) return true;
  return nameWords(call.name).some((word) => TAKES.test(word));
}

function isAddressOf(argument: Expr, place: string): boolean {
  const plain = withoutCasts(argument);
  return plain.kind === 'address' && expressionText(plain.operand) === place;
}
