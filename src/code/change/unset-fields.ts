import type { AssignExpr, Expr, LoweredFunction, MemberExpr, NameExpr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { isMovedOut } from './moved-code.ts';
import { releasedPlaces } from './ownership-calls.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';
import { isZero } from './zero-value.ts';

/** A field that base set together with others of one object, and head does not. */
export interface UnsetField {
  readonly name: string;
  /** The assignment of base that is gone. */
  readonly gone: AssignExpr;
  /** The assignment of head to a field of the same object that is nearest to where it is missing. */
  readonly sibling: AssignExpr;
}

/** So many fields of an object are set one by one where it is filled for the first time. */
const MIN_SIBLINGS = 2;

/** Lines between a statement that is gone and what came in its place. */
const MAX_LINES_BETWEEN = 3;

const CLEARS = /calloc|zalloc|memset|bzero|zero|clear|init/i;

/**
 * Fields that are left as they were found: base gave a constant to one of several fields of an object, head
 * fills the others all the same, and clears the object nowhere. Another function reads the field, or is given the
 * object, a variable of this function.
 */
export function unsetFields(
  change: UnitChange,
  base: LoweredFunction,
  head: LoweredFunction,
): UnsetField[] {
  const kept = fieldAssignments(head);
  return fieldAssignments(base).flatMap(({ target, expr }) => {
    if (!isConstant(expr.value) || !isTakenAway(change, expr)) return [];
    if (kept.some((one) => one.target.name === target.name)) return [];
    if (isMovedOut(change, expr, head) || isGivenInstead(change, head, target.base, expr))
      return [];
    const object = expressionText(target.base);
    if (isReleasedBehind(base, object, expr)) return [];
    const around = recordAround(target.base);
    const siblings = kept.filter((one) => recordAround(one.target.base) === around);
    const sibling = nearest(
      siblings.map((one) => one.expr),
      expr,
      change,
    );
    const isFilled = new Set(siblings.map((one) => one.target.name)).size >= MIN_SIBLINGS;
    if (sibling === undefined || isCleared(head, target.base)) return [];
    const isOwn = isOwnGivenAway(change, head, target, sibling);
    if (!isOwn && !(isFilled && isReadElsewhere(change, head, target.name))) return [];
    return [{ name: target.name, gone: expr, sibling }];
  });
}

/**
 * Whether an object is a variable of the function that no call is given before some of its fields are set, and that one
 * is given then: what it reads of the other fields is what happened to be there.
 */
function isOwnGivenAway(
  { head }: UnitChange,
  { blocks }: LoweredFunction,
  { base: object, name }: MemberExpr,
  sibling: Expr,
): boolean {
  if (object.kind !== 'name' || object.variable?.scope !== 'local') return false;
  const { type } = object;
  if (type.kind !== 'record') return false;
  const fields = head.symbols.records.get(type.name)?.fields ?? [];
  if (!fields.some((field) => field.name === name)) return false;
  const calls = expressionsOf(blocks).filter(
    (expr) => expr.kind === 'call' && expr.args.some((argument) => isAddressOf(argument, object)),
  );
  return calls.length > 0 && calls.every(({ start }) => start > sibling.start);
}

function isAddressOf(argument: Expr, object: NameExpr): boolean {
  const given = withoutCasts(argument);
  return (
    given.kind === 'address' && given.operand.kind === 'name' && given.operand.name === object.name
  );
}

/** Whether the change has a call of the object where the field was set: that function is to set it. */
export function isGivenInstead(
  change: UnitChange,
  { blocks }: LoweredFunction,
  object: Expr,
  gone: Expr,
): boolean {
  const { base, head, lines } = change;
  const was = lines.positionInHead(base.tree.location(gone).line);
  const name = expressionText(object);
  return expressionsOf(blocks).some(
    (expr) =>
      expr.kind === 'call' &&
      isWritten(change, expr) &&
      Math.abs(head.tree.location(expr).line - was) <= MAX_LINES_BETWEEN &&
      expr.args.some((argument) => {
        const given = withoutCasts(argument);
        return expressionText(given.kind === 'address' ? given.operand : given) === name;
      }),
  );
}

/** The record that a member is in with those of the records inside it: `p` of `p->in.buffer`. */
function recordAround(place: Expr): string {
  if (place.kind === 'member' && !place.arrow) return recordAround(place.base);
  return expressionText(place.kind === 'member' ? place.base : place);
}

function fieldAssignments(fn: LoweredFunction): { target: MemberExpr; expr: AssignExpr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' && expr.op === '=' && expr.target.kind === 'member'
      ? { target: expr.target, expr }
      : [],
  );
}

/** Whether the object is released further down: what is taken out of it before is no value that others find. */
function isReleasedBehind(base: LoweredFunction, object: string, { start }: Expr): boolean {
  return releasedPlaces(base).some(
    ({ place, call }) => call.start > start && expressionText(place) === object,
  );
}

/** Of two that are equally near, the one behind. */
function nearest(
  siblings: readonly AssignExpr[],
  gone: AssignExpr,
  { base, head, lines }: UnitChange,
): AssignExpr | undefined {
  const was = lines.positionInHead(base.tree.location(gone).line);
  const distance = (one: AssignExpr) => Math.abs(head.tree.location(one).line - was);
  return siblings.toSorted(
    (left, right) => distance(left) - distance(right) || right.start - left.start,
  )[0];
}

function isConstant(expr: Expr): boolean {
  return knownNumber(expr) !== undefined || isZero(expr);
}

/** Whether a call that clears, or that may, gets the object or what it is part of, or gave it. */
function isCleared({ blocks }: LoweredFunction, object: Expr): boolean {
  const names = new Set(
    expressionsIn(object).flatMap((part) => (part.kind === 'name' ? part.name : [])),
  );
  const mentions = (expr: Expr) =>
    expressionsIn(expr).some((part) => part.kind === 'name' && names.has(part.name));
  const isDeclaredClear = blocks.some(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === 'declare' &&
        names.has(step.variable.name) &&
        step.init !== undefined &&
        (step.init.kind === 'initlist' || callsClearing(step.init)),
    ),
  );
  return (
    isDeclaredClear ||
    expressionsOf(blocks).some((expr) => {
      if (expr.kind === 'call') return CLEARS.test(expr.name) && expr.args.some(mentions);
      if (expr.kind !== 'assign' || !mentions(expr.target)) return false;
      // `*p` is all of what `p` leads to.
      const whole = expr.target.kind === 'deref' ? expr.target.operand : expr.target;
      const isWhole = expressionText(whole) === expressionText(object);
      return (isWhole && expr.value.kind !== 'call') || callsClearing(expr.value);
    })
  );
}

function callsClearing(expr: Expr): boolean {
  return expressionsIn(expr).some((part) => part.kind === 'call' && CLEARS.test(part.name));
}

function isReadElsewhere({ head }: UnitChange, around: LoweredFunction, name: string): boolean {
  return head.functions.some((fn) => {
    if (fn === around) return false;
    const written = new Set<Expr>(fieldAssignments(fn).map(({ target }) => target));
    return expressionsOf(fn.blocks).some(
      (expr) => expr.kind === 'member' && expr.name === name && !written.has(expr),
    );
  });
}
