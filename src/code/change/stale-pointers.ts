import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { accessPaths } from './access-paths.ts';
import { assignedValues } from './assigned-values.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A pointer into memory that a call may have moved, which base took anew behind the call. */
export interface StalePointer {
  readonly pointer: string;
  /** The call that may move the memory, in head. */
  readonly call: Expr;
  /** The first use of the pointer behind the call, in head. */
  readonly use: Expr;
}

/** Functions that give a growing buffer more memory, which may be elsewhere. */
const GROWS = /grow|realloc|resize|reserve|expand|enlarge|extend|makeroom|make_room/i;

/** The pointers that a function no longer takes anew behind the growth of what they point into. */
export function stalePointers(change: UnitChange, { base, head }: FunctionPair): StalePointer[] {
  const calls = new Map(growthsIn(head).map((call) => [expressionText(call), call]));
  if (calls.size === 0) return [];
  return assignedPointers(base).flatMap((taken) => {
    const { pointer, value, at } = taken;
    if (!isTakenAway(change, at)) return [];
    const roots = rootsOf(value);
    const growth = growthsIn(base).findLast(
      (call) => call.start < at.start && !rootsOf(call).isDisjointFrom(roots),
    );
    const call = growth === undefined ? undefined : calls.get(expressionText(growth));
    if (growth === undefined || call === undefined) return [];
    const isTaken = (fn: LoweredFunction, isThere: (start: number) => boolean) =>
      valuesOf(fn, pointer).some(({ start }) => isThere(start));
    if (assignedPointers(head).some((now) => now.pointer === pointer && isWritten(change, now.at)))
      return [];
    // It pointed into the memory before, and nothing gives it another value in between or behind.
    if (!isTaken(head, (start) => start < call.start)) return [];
    if (isTaken(base, (start) => growth.start < start && start < at.start)) return [];
    if (isTaken(head, (start) => start > call.start)) return [];
    const use = expressionsOf(head.blocks).find(
      (expr) => expr.kind === 'name' && expr.name === pointer && expr.start > call.end,
    );
    return use === undefined ? [] : [{ pointer, call, use }];
  });
}

/** `p = x->data + n`, with `x->data` or the like in it. */
function assignedPointers(fn: LoweredFunction): { pointer: string; value: Expr; at: Expr }[] {
  return expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind !== 'assign' || expr.op !== '=' || expr.target.kind !== 'name') return [];
    const isOwned = [...accessPaths(expr.value)].some((path) => /->|\./.test(path));
    return isOwned && isPointerLike(expr.target.type)
      ? { pointer: expr.target.name, value: expr.value, at: expr }
      : [];
  });
}

function valuesOf(fn: LoweredFunction, pointer: string): Expr[] {
  return assignedValues(fn).flatMap(({ target, value }) => (target === pointer ? value : []));
}

function growthsIn(fn: LoweredFunction): Expr[] {
  return expressionsOf(fn.blocks)
    .filter((expr) => expr.kind === 'call' && GROWS.test(expr.name))
    .toSorted((a, b) => a.start - b.start);
}

/** The variables that an expression reaches memory from. */
function rootsOf(expr: Expr): ReadonlySet<string> {
  return new Set(
    expressionsIn(expr).flatMap((part) => (part.kind === 'name' && part.variable ? part.name : [])),
  );
}
