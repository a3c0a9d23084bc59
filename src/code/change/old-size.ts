import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { valuePaths } from './access-paths.ts';
import { assignedValues } from './assigned-values.ts';
import type { FunctionPair } from './function-pairs.ts';
import { linearForm } from './linear-form.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import { haveSameValues } from './same-values.ts';
import type { UnitChange } from './unit-change.ts';

/** An allocation that base gave the new size of a buffer, and head the size that it had before. */
export interface AllocationOfOldSize {
  readonly call: CallExpr;
  /** What is asked for in head. */
  readonly size: Expr;
  /** The size that base asked for and that the buffer has in the eyes of head, by text. */
  readonly newSize: string;
  /** Where head writes down the new size, if the size alone does not say that it is larger. */
  readonly record: Expr | undefined;
}

interface Size {
  readonly call: CallExpr;
  readonly value: Expr;
}

const ALLOCATES = /alloc|resize/i;
const CAPACITY = /cap|size|alloc|max|room|avail|limit/i;
/** Functions whose result can be less than what they are given. */
const MAY_LESSEN = /min|shrink|reduce|trunc|clamp|half|free/i;

/** The allocations of a function for which the change took the old size in place of the new one. */
export function allocationsOfOldSize(
  change: UnitChange,
  pair: FunctionPair,
): readonly AllocationOfOldSize[] {
  const before = sizesOf(pair.base);
  const now = sizesOf(pair.head);
  return [...now].flatMap(([key, sizes]) => {
    const old = before.get(key) ?? [];
    if (old.length !== sizes.length) return [];
    return sizes.flatMap(({ call, value }, index) => {
      const was = old[index];
      if (was === undefined || !isTakenAway(change, was.value) || !isWritten(change, value))
        return [];
      const exchanged = exchangedPlaces(was.value, value);
      if (exchanged === undefined) return [];
      const { newSize, oldSize } = exchanged;
      // Neither took on the other's part.
      if (!haveSameValues(new Set([newSize, oldSize]), pair)) return [];
      if (isUpdatedBefore(call, exchanged, pair.head)) return [];
      const record = recordBehind(call, exchanged, pair);
      if (record === undefined && !isGrown(newSize, oldSize, pair.head)) return [];
      return { call, size: value, newSize, record };
    });
  });
}

/** The sizes that allocations are given, by the function and the position, in the order of the text. */
function sizesOf(fn: LoweredFunction): ReadonlyMap<string, readonly Size[]> {
  const found = new Map<string, Size[]>();
  for (const call of expressionsOf(fn.blocks)) {
    if (call.kind !== 'call' || !ALLOCATES.test(call.name)) continue;
    call.args.forEach((value, position) => {
      if (value.type.kind !== 'int' || knownNumber(value) !== undefined) return;
      const key = `${call.name} ${position}`;
      found.set(key, [...(found.get(key) ?? []), { call, value }]);
    });
  }
  return found;
}

interface Exchanged {
  readonly newSize: string;
  readonly oldSize: string;
}

/** The one place that two expressions, otherwise the same, read differently. */
function exchangedPlaces(was: Expr, now: Expr): Exchanged | undefined {
  const before = valuePaths(was);
  const after = valuePaths(now);
  const [newSize, ...moreGone] = before.difference(after);
  const [oldSize, ...moreNew] = after.difference(before);
  if (newSize === undefined || oldSize === undefined) return undefined;
  if (moreGone.length > 0 || moreNew.length > 0) return undefined;
  const written = expressionText(was).replace(wholePlace(newSize), () => oldSize);
  return written === expressionText(now) ? { newSize, oldSize } : undefined;
}

function wholePlace(path: string): RegExp {
  const text = path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w.>])${text}(?![\\w.[]|->)`, 'g');
}

/** Whether the old size is the new one already where memory is asked for. */
function isUpdatedBefore(
  call: CallExpr,
  { newSize, oldSize }: Exchanged,
  head: LoweredFunction,
): boolean {
  return assignedValues(head).some(
    ({ target, value }) =>
      target === oldSize && value.start < call.start && valuePaths(value).has(newSize),
  );
}

/** Where head, as base did, writes down the new size as that of the buffer, behind the allocation. */
function recordBehind(
  call: CallExpr,
  { newSize, oldSize }: Exchanged,
  { base, head }: FunctionPair,
): Expr | undefined {
  const before = new Set(expressionsOf(base.blocks).map(expressionText));
  return expressionsOf(head.blocks).find((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=' || expr.start < call.end) return false;
    if (expressionText(expr.value) !== newSize || !before.has(expressionText(expr))) return false;
    const target = withoutCasts(expr.target);
    if (expressionText(target) === oldSize) return true;
    return target.kind === 'member' && CAPACITY.test(target.name);
  });
}

/** Whether all values of the new size are the old one and more. */
function isGrown(newSize: string, oldSize: string, head: LoweredFunction): boolean {
  const values = assignedValues(head).filter(({ target }) => target === newSize);
  return values.length > 0 && values.every(({ value }) => isMore(value, oldSize));
}

function isMore(value: Expr, place: string): boolean {
  const plain = withoutCasts(value);
  if (plain.kind === 'conditional')
    return [plain.then, plain.otherwise].some((each) => each !== undefined && isMore(each, place));
  if (plain.kind === 'call')
    return !MAY_LESSEN.test(plain.name) && plain.args.some((arg) => valuePaths(arg).has(place));
  if (plain.kind === 'binary' && plain.op === '<<')
    return expressionText(plain.left) === place && knownNumber(plain.right) !== 0;
  const { constant, terms } = linearForm(plain);
  const multiple = terms.get(place) ?? 0;
  if (multiple < 1 || constant < 0) return false;
  if ([...terms.values()].some((each) => each < 0)) return false;
  return multiple > 1 || constant > 0 || terms.size > 1;
}
