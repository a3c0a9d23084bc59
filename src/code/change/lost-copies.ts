import type { CallExpr, Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { isPlace, rootOf } from './access-paths.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import {
  isCopyCall,
  isReferenceCall,
  type ReleasedPlace,
  releasedPlaces,
} from './ownership-calls.ts';
import { isNearby, isTakenAway, isWritten } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';
import { writtenDeclaration } from './written-declaration.ts';

/** A pointer that head stores as it is, where base stored a copy of it or counted one more reference. */
export interface LostCopy {
  /** Where head stores the pointer. */
  readonly store: Span;
  /** Where it is stored; undefined where it is returned. */
  readonly target: Expr | undefined;
  /** The pointer. */
  readonly source: Expr;
  /** The call of base. */
  readonly call: CallExpr;
  /** Whether a function of the head's file releases a place of the target's name. */
  readonly isReleased: boolean;
}

/** A value that a function leaves where others find it. */
interface Store {
  readonly span: Span;
  readonly target: Expr | undefined;
  readonly value: Expr;
  readonly key: string;
}

/** Lines between a store and the statement that counts the reference for it. */
const MAX_BESIDE = 4;

/** The copies and counted references that the change took away from what a function stores or returns. */
export function lostCopies(change: UnitChange, pair: FunctionPair): readonly LostCopy[] {
  const found = [...replacedCopies(change, pair), ...removedReferences(change, pair)];
  return found.flatMap((lost): LostCopy[] => {
    if (isMoved(change, pair, lost) || isCopiedElsewhere(pair, lost)) return [];
    const { target } = lost;
    const isReleased = target !== undefined && releasesName(change.head, nameOf(target));
    if (target !== undefined && !isReleased && isForgotten(pair.head, target)) return [];
    return [{ ...lost, isReleased }];
  });
}

type Candidate = Omit<LostCopy, 'isReleased'>;

/** `a->f = dup(b->f)` that became `a->f = b->f`. */
function replacedCopies(change: UnitChange, { base, head }: FunctionPair): Candidate[] {
  const stores = storesOf(head);
  const [known, left] = [countBy(storesOf(base), textOf), countBy(stores, textOf)];
  const now = stores.filter(
    (store) =>
      isPlace(store.value) &&
      isWritten(change, store.span) &&
      !mayBeNumber(store.value) &&
      // A store that only moved is no new one.
      (left.get(textOf(store)) ?? 0) > (known.get(textOf(store)) ?? 0),
  );
  if (now.length === 0) return [];
  const before = storesOf(base).filter(({ span }) => isTakenAway(change, span));
  return now.flatMap(({ span, target, value, key }): Candidate[] => {
    const text = expressionText(value);
    for (const was of before) {
      if (was.key !== key || !isNearby(change, was.span, span)) continue;
      const call = copyOf(was.value, text);
      if (call !== undefined && (target === undefined || isPointer(target, value)))
        return [{ store: span, target, source: value, call }];
    }
    return [];
  });
}

/** `obj_ref(x)` beside `a->f = x` that is gone while the assignment stays. */
function removedReferences(change: UnitChange, { base, head }: FunctionPair): Candidate[] {
  const gone = referenceSteps(base).filter((call) => isTakenAway(change, call));
  if (gone.length === 0) return [];
  const left = countBy(referenceSteps(head), expressionText);
  const known = countBy(referenceSteps(base), expressionText);
  const before = storesOf(base);
  return gone.flatMap((call): Candidate[] => {
    const [argument] = call.args;
    const text = expressionText(call);
    if (argument === undefined || (left.get(text) ?? 0) >= (known.get(text) ?? 0)) return [];
    const source = expressionText(argument);
    const beside = before.find(
      ({ target, value, span }) =>
        target !== undefined && expressionText(value) === source && isBeside(change, span, call),
    );
    const store = storesOf(head).find(
      ({ key, value, span }) =>
        key === beside?.key && expressionText(value) === source && isNearby(change, call, span),
    );
    if (store?.target === undefined || !isPointer(store.target, store.value)) return [];
    return [{ store: store.span, target: store.target, source: store.value, call }];
  });
}

/** What a function assigns to members and variables of the file, and what it returns. */
function storesOf(fn: LoweredFunction): Store[] {
  const assigned = expressionsOf(fn.blocks).flatMap((expr): Store[] => {
    if (expr.kind !== 'assign' || expr.op !== '=' || !isKept(expr.target)) return [];
    const value = withoutCasts(expr.value);
    return [{ span: expr, target: expr.target, value, key: expressionText(expr.target) }];
  });
  const returned = fn.blocks.flatMap(({ end }): Store[] => {
    if (end.kind !== 'return' || end.value === undefined) return [];
    return [{ span: end, target: undefined, value: withoutCasts(end.value), key: 'return' }];
  });
  return [...assigned, ...returned];
}

function textOf({ key, value }: Store): string {
  return `${key} = ${expressionText(value)}`;
}

/** Whether a place outlives the function that assigns it: a member, or a variable of the file. */
function isKept(target: Expr): boolean {
  if (target.kind === 'name') return /^(?:global|static)$/.test(target.variable?.scope ?? '');
  return target.kind === 'member';
}

/** The call in a value that copies a place, where no part of the value is the place as it is. */
function copyOf(value: Expr, place: string): CallExpr | undefined {
  const parts = alternativesOf(value);
  if (parts.some((part) => expressionText(part) === place)) return undefined;
  return parts.find(
    (part): part is CallExpr =>
      part.kind === 'call' &&
      (isCopyCall(part) || isReferenceCall(part)) &&
      part.args.some((argument) => isOfOthers(argument) && expressionText(argument) === place),
  );
}

function alternativesOf(value: Expr): Expr[] {
  const plain = withoutCasts(value);
  if (plain.kind !== 'conditional') return [plain];
  const { then, otherwise } = plain;
  return [...(then === undefined ? [] : alternativesOf(then)), ...alternativesOf(otherwise)];
}

/** A member, an element or a parameter: others have what it points to as well. */
function isOfOthers(expr: Expr): boolean {
  const plain = withoutCasts(expr);
  if (plain.kind === 'name') return plain.variable?.scope === 'parameter';
  return plain.kind === 'member' || plain.kind === 'index';
}

function isPointer(target: Expr, value: Expr): boolean {
  const { kind } = target.type;
  return kind === 'pointer' || (kind === 'unknown' && value.type.kind === 'pointer');
}

function mayBeNumber({ type }: Expr): boolean {
  return type.kind === 'int' || type.kind === 'float' || type.kind === 'record';
}

/** The calls of a function that count a reference of a place, and whose result nothing wants. */
function referenceSteps(fn: LoweredFunction): CallExpr[] {
  return fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      const expr = step.kind === 'eval' ? withoutCasts(step.expr) : undefined;
      if (expr?.kind !== 'call' || !isReferenceCall(expr)) return [];
      return expr.args.every(isPlace) ? expr : [];
    }),
  );
}

function isBeside({ base }: UnitChange, a: Span, b: Span): boolean {
  return Math.abs(base.tree.location(a).line - base.tree.location(b).line) <= MAX_BESIDE;
}

/** Whether a place is in a record of the function's own, and nothing in the function releases that record. */
function isForgotten(head: LoweredFunction, target: Expr): boolean {
  if (target.kind !== 'member') return false;
  const root = ownRecord(target);
  return root !== undefined && !releasedPlaces(head).some(({ place }) => rootOf(place) === root);
}

/** The local variable whose memory a place lies in: of `all[i].part.f` it is `all`, where that is no pointer. */
function ownRecord(place: Expr): string | undefined {
  if (place.kind === 'member') return place.arrow ? undefined : ownRecord(place.base);
  if (place.kind === 'index')
    return place.base.type.kind === 'array' ? ownRecord(place.base) : undefined;
  return place.kind === 'name' && place.variable?.scope === 'local' ? place.name : undefined;
}

/** Whether the change lets the pointer go over to its new place: the old one is cleared, or what released it is gone. */
function isMoved(change: UnitChange, pair: FunctionPair, lost: Candidate): boolean {
  const { target, source } = lost;
  const names = [source, ...(target === undefined ? [] : [target])].map(nameOf);
  return (
    isReassigned(change, pair.head, source) ||
    releasesLess(pair, source) ||
    releasesRecord(pair, source) ||
    saysWhoOwns(change, pair.head) ||
    names.some((name) => isReleaseGone(change, name)) ||
    names.some((name) => writtenDeclaration(change, name) !== undefined) ||
    (target === undefined && isResultOtherwise(change, pair)) ||
    isGivenOtherwise(change, pair, source)
  );
}

/** Whether head sets the place to null, or the change gives it another value. */
function isReassigned(change: UnitChange, head: LoweredFunction, source: Expr): boolean {
  const place = expressionText(source);
  return expressionsOf(head.blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      expressionText(expr.target) === place &&
      (isNull(expr.value) || isWritten(change, expr)),
  );
}

function isNull(expr: Expr): boolean {
  const plain = withoutCasts(expr);
  return (
    knownNumber(plain) === 0 || (plain.kind === 'name' && /^(?:NULL|nullptr)$/.test(plain.name))
  );
}

function releasesLess({ base, head }: FunctionPair, source: Expr): boolean {
  const place = expressionText(source);
  const count = (fn: LoweredFunction) =>
    releasedPlaces(fn).filter((released) => expressionText(released.place) === place).length;
  return count(head) < count(base);
}

/** Whether head releases the record that a member is of, in a way that base did not: what it had is moved out of it. */
function releasesRecord({ base, head }: FunctionPair, source: Expr): boolean {
  const place = expressionText(source);
  const keyOf = (released: ReleasedPlace) =>
    `${released.call.name} ${expressionText(released.place)}`;
  const before = new Set(releasedPlaces(base).map(keyOf));
  return releasedPlaces(head).some((released) => {
    const record = expressionText(released.place);
    return place !== record && place.startsWith(record) && !before.has(keyOf(released));
  });
}

/** Whether the change writes a number into a place whose name says who has to release. */
function saysWhoOwns(change: UnitChange, head: LoweredFunction): boolean {
  return expressionsOf(head.blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      expr.target.type.kind === 'int' &&
      isWritten(change, expr) &&
      /own|borrow|alloc|dup|shared|static|free|flags/i.test(nameOf(expr.target)),
  );
}

function isReleaseGone({ base, head }: UnitChange, name: string): boolean {
  return releasesName(base, name) && !releasesName(head, name);
}

function releasesName(unit: TranslationUnit, name: string): boolean {
  return unit.functions.some((fn) =>
    releasedPlaces(fn).some(({ place }) => nameOf(place) === name),
  );
}

/** The last name of a place: of `a->f` and `a->f[i]` it is `f`. */
function nameOf(place: Expr): string {
  switch (place.kind) {
    case 'name':
    case 'member':
      return place.name;
    case 'index':
      return nameOf(place.base);
    case 'cast':
    case 'deref':
      return nameOf(place.operand);
    default:
      return '';
  }
}

/** Whether the change also declares the function otherwise, or releases less of what it returns. */
function isResultOtherwise({ base, head }: UnitChange, pair: FunctionPair): boolean {
  const declared = (unit: TranslationUnit, fn: LoweredFunction) =>
    /^[^{]*/.exec(unit.tree.textOf(fn))?.[0].replaceAll(/\s+/g, ' ');
  if (declared(base, pair.base) !== declared(head, pair.head)) return true;
  const count = (unit: TranslationUnit) => unit.functions.flatMap(releasedPlaces).length;
  return count(head) < count(base);
}

/** Whether the change gives a parameter other values: a caller copies now. */
function isGivenOtherwise(change: UnitChange, { head }: FunctionPair, source: Expr): boolean {
  if (source.kind !== 'name' || source.variable === undefined) return false;
  const { position } = source.variable;
  return change.head.functions.some((fn) =>
    expressionsOf(fn.blocks).some((expr) => {
      if (expr.kind !== 'call' || expr.name !== head.name || !isWritten(change, expr)) return false;
      return expr.args[position] !== undefined;
    }),
  );
}

/** Whether head copies, counts or tests for itself what it stores, in a way that base did not. */
function isCopiedElsewhere({ base, head }: FunctionPair, { target, source }: Candidate): boolean {
  const places = new Set([source, ...(target === undefined ? [] : [target])].map(expressionText));
  const callsOn = (fn: LoweredFunction) =>
    expressionsOf(fn.blocks).flatMap((expr) =>
      expr.kind === 'call' &&
      (isCopyCall(expr) || isReferenceCall(expr)) &&
      expr.args.some((argument) => places.has(expressionText(argument)))
        ? expressionText(expr)
        : [],
    );
  const before = new Set(callsOn(base));
  if (callsOn(head).some((call) => !before.has(call))) return true;
  return countsOf(head) > countsOf(base) || isSameAsked({ base, head }, places);
}

/** How often a function counts something up below a member, as in `x->refs++`. */
function countsOf(fn: LoweredFunction): number {
  return expressionsOf(fn.blocks).filter(
    (expr) => expr.kind === 'incdec' && expr.op === '++' && expr.operand.kind === 'member',
  ).length;
}

/** Whether head asks, and base did not, whether the two places are one. */
function isSameAsked({ base, head }: FunctionPair, places: ReadonlySet<string>): boolean {
  const before = new Set(testsOf(base).map(expressionText));
  return testsOf(head).some(
    (test) =>
      test.kind === 'binary' &&
      /^[!=]=$/.test(test.op) &&
      !before.has(expressionText(test)) &&
      places.has(expressionText(test.left)) &&
      places.has(expressionText(test.right)),
  );
}
