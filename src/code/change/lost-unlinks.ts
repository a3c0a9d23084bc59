import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isMovedOut } from './moved-code.ts';
import { nameWords, releasedPlaces } from './ownership-calls.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** Memory that is released while what base took it out of first still leads to it. */
export interface LostUnlink {
  readonly object: string;
  /** What took it out, in base. */
  readonly gone: Expr;
  /** In head. */
  readonly release: CallExpr;
}

/** Words of functions that take something out of what leads to it. */
const UNLINKS = /^(?:del|delete|remove|unlink|detach|dequeue|unregister|cancel|erase|deinit)$/;

/**
 * What a function releases without taking it out of its list, tree or table first, as base did: by a call of what
 * is released or of a member of it, or by an assignment of its successor to what led to it.
 */
export function lostUnlinks(change: UnitChange, { base, head }: FunctionPair): LostUnlink[] {
  const found = new Map<string, LostUnlink>();
  for (const { place, call } of releasedPlaces(base)) {
    const object = expressionText(place);
    if (found.has(object) || place.kind !== 'name' || !isPointerLike(place.type)) continue;
    const release = releasedPlaces(head).find(
      (one) =>
        expressionText(one.place) === object && expressionText(one.call) === expressionText(call),
    );
    if (release === undefined) continue;
    const before = unlinksOf(base, object).filter(({ start }) => start < call.start);
    const texts = new Set(before.map(expressionText));
    const isLeft = unlinksOf(head, object).some(
      (one) => texts.has(expressionText(one)) || isWritten(change, one),
    );
    const gone = before.find((one) => isTakenAway(change, one) && !isMovedOut(change, one, head));
    if (gone === undefined || isLeft || isGivenAnew(change, head, object, release.call)) continue;
    found.set(object, { object, gone, release: release.call });
  }
  return [...found.values()];
}

/** What takes an object out of what leads to it. */
function unlinksOf(fn: LoweredFunction, object: string): Expr[] {
  return expressionsOf(fn.blocks).filter((expr) => {
    if (expr.kind === 'assign') return isPassedOver(expr.target, expr.value, object);
    if (expr.kind !== 'call' || !nameWords(expr.name).some((word) => UNLINKS.test(word)))
      return false;
    return expr.args.some((argument) => isOf(argument, object)) && !isReleased(fn, expr);
  });
}

/** `before->next = p->next`, `*at = p->next` or `first = p->next` of a variable that is not the function's own. */
function isPassedOver(target: Expr, value: Expr, object: string): boolean {
  const next = withoutCasts(value);
  if (next.kind !== 'member' || !next.arrow || expressionText(next.base) !== object) return false;
  if (!isPointerLike(next.type)) return false;
  const place = withoutCasts(target);
  if (place.kind === 'name')
    return place.variable?.scope === 'global' || place.variable?.scope === 'static';
  if (place.kind === 'member') return expressionText(place.base) !== object;
  return place.kind === 'deref' || place.kind === 'index';
}

/** Whether an argument is an object or the address of a member of it. */
function isOf(argument: Expr, object: string): boolean {
  const given = withoutCasts(argument);
  if (expressionText(given) === object) return true;
  if (given.kind !== 'address') return false;
  let place = withoutCasts(given.operand);
  while (place.kind === 'member' && !place.arrow) place = withoutCasts(place.base);
  return place.kind === 'member' && expressionText(place.base) === object;
}

/** Whether a call is itself one that releases, as `item_delete(item)`. */
function isReleased(fn: LoweredFunction, call: CallExpr): boolean {
  return releasedPlaces(fn).some((one) => one.call === call && one.place.kind === 'name');
}

/** Whether the change wrote a call that gets the object in front of its release: that one may take it out. */
function isGivenAnew(
  change: UnitChange,
  head: LoweredFunction,
  object: string,
  release: CallExpr,
): boolean {
  return expressionsOf(head.blocks).some(
    (expr) =>
      expr.kind === 'call' &&
      expr !== release &&
      isWritten(change, expr) &&
      expr.args.some((argument) => isOf(argument, object)),
  );
}
