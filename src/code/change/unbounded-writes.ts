import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { valuePaths } from './access-paths.ts';
import { assignedValues } from './assigned-values.ts';
import {
  type BufferWrite,
  boundedWrites,
  bufferOf,
  isSizeOfBuffer,
  unboundedWrites,
} from './buffer-writes.ts';
import { countBy } from './count-by.ts';
import type { FunctionPair } from './function-pairs.ts';
import { lesserOfTwo } from './lesser-of-two.ts';
import { isNearby, isTakenAway, isWritten, placeOfChange } from './place-of-change.ts';
import { testsOf } from './tests.ts';
import type { UnitChange } from './unit-change.ts';
import { valueOrigins } from './value-origins.ts';

/** A write of head that can pass the end of its buffer, where base kept it within. */
export interface LooseWrite {
  readonly write: BufferWrite;
  /** What base had in its place: the call that kept within the buffer, or the test of the length. */
  readonly before: Expr;
  readonly how: 'same' | 'other' | 'grown' | 'tested' | 'size';
}

/** The writes that the change made depend on the length of what they read alone. */
export function looseWrites(change: UnitChange, pair: FunctionPair): readonly LooseWrite[] {
  return [...newUnbounded(change, pair), ...sizesOfSource(change, pair)];
}

function newUnbounded(change: UnitChange, pair: FunctionPair): LooseWrite[] {
  const { base, head } = pair;
  const now = unboundedWrites(head);
  if (now.length === 0) return [];
  const known = countBy(unboundedWrites(base), keyOf);
  const count = countBy(now, keyOf);
  const bounded = boundedWrites(base).filter(({ call }) => isTakenAway(change, call));
  return now.flatMap((write): LooseWrite[] => {
    if (isFitted(write, pair)) return [];
    const test = lostLengthTest(write, pair);
    if (test !== undefined && placeOfChange(change, write.call) !== undefined)
      return [{ write, before: test, how: 'tested' }];
    const key = keyOf(write);
    const isNew = (count.get(key) ?? 0) > (known.get(key) ?? 0);
    if (!isNew || !isWritten(change, write.call)) return [];
    const same = bounded.find(
      (each) => each.root === write.root && isNearby(change, each.call, write.call),
    );
    if (same !== undefined) return [{ write, before: same.call, how: 'same' }];
    const other = bounded.find(
      (each) => isNearby(change, each.call, write.call) && shareSource(each.sources, write),
    );
    if (other !== undefined) return [{ write, before: other.call, how: 'other' }];
    const grown = callsOf(base).find(
      (call) =>
        isTakenAway(change, call) && isNearby(change, call, write.call) && growsWith(call, write),
    );
    return grown === undefined ? [] : [{ write, before: grown, how: 'grown' }];
  });
}

/** Writes whose size was that of the buffer, or the lesser of two, and is a length of the source now. */
function sizesOfSource(change: UnitChange, pair: FunctionPair): LooseWrite[] {
  const origins = valueOrigins(pair.head);
  const before = boundedWrites(pair.base).filter(({ call }) => isTakenAway(change, call));
  return boundedWrites(pair.head).flatMap((write): LooseWrite[] => {
    const { size } = write;
    if (size === undefined || !isWritten(change, write.call)) return [];
    const was = before.find(
      (each) =>
        each.to === write.to &&
        each.size !== undefined &&
        isNearby(change, each.call, write.call) &&
        (isSizeOfBuffer(each.size, each.target) || isOneOf(size, each.size)),
    );
    if (was?.size === undefined || isSizeOfBuffer(size, write.target)) return [];
    if (knownNumber(size) !== undefined || lesserOfTwo(size) !== undefined) return [];
    if (!isOneOf(size, was.size) && !isOfSource(size, write, origins)) return [];
    if (hasNewLimit(pair, [size, ...write.sources])) return [];
    return [{ write, before: was.call, how: 'size' }];
  });
}

function keyOf({ call, to }: BufferWrite): string {
  return `${call.name} ${to} ${call.args.slice(1).map(expressionText).join(', ')}`;
}

function callsOf(fn: LoweredFunction): CallExpr[] {
  return expressionsOf(fn.blocks).flatMap((expr) => (expr.kind === 'call' ? expr : []));
}

function shareSource(sources: readonly Expr[], write: BufferWrite): boolean {
  const read = new Set(sources.map(expressionText));
  return write.sources.some((source) => read.has(expressionText(source)));
}

/** Whether a call adds the source to a record that holds its own memory: `append(&text, source)`. */
function growsWith(call: CallExpr, write: BufferWrite): boolean {
  const [first, ...rest] = call.args;
  if (first === undefined || rest.length === 0) return false;
  const { type } = first.kind === 'cast' ? first.operand : first;
  const isRecord = type.kind === 'pointer' && type.to.kind === 'record';
  return isRecord && shareSource(rest, write);
}

/** Whether the buffer was allocated for its source, or head tests the length in a way that base did not. */
function isFitted(write: BufferWrite, pair: FunctionPair): boolean {
  const { head } = pair;
  const origins = valueOrigins(head);
  const counted = new Set<string>();
  for (const { target, value } of assignedValues(head)) {
    if (target !== write.root) continue;
    for (const call of expressionsIn(value)) {
      if (call.kind !== 'call' || !/alloc|new|grow|dup/i.test(call.name)) continue;
      for (const path of call.args.flatMap((arg) => [...valuePaths(arg), ...lengthsIn(arg)])) {
        counted.add(path);
        for (const origin of origins(path)) counted.add(origin);
      }
    }
  }
  const isCounted = (source: Expr) => [...valuePaths(source)].some((path) => counted.has(path));
  if (write.sources.length > 0 && write.sources.every(isCounted)) return true;
  return hasNewLimit(pair, write.sources);
}

/** What `strlen` and its like are asked of in an expression. */
function lengthsIn(expr: Expr): string[] {
  return expressionsIn(expr).flatMap((part) =>
    part.kind === 'call' ? part.args.flatMap((arg) => [...valuePaths(arg)]) : [],
  );
}

function isComparison(test: Expr): boolean {
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op);
}

/** Whether head compares something of these expressions that base did not compare so. */
function hasNewLimit({ base, head }: FunctionPair, exprs: readonly Expr[]): boolean {
  const before = new Set(testsOf(base).map(expressionText));
  const origins = valueOrigins(head);
  const read = new Set(exprs.flatMap((expr) => [...valuePaths(expr), ...lengthsIn(expr)]));
  return testsOf(head).some((test) => {
    if (!isComparison(test) || before.has(expressionText(test))) return false;
    const compared = [...valuePaths(test)];
    return [...compared, ...compared.flatMap((path) => [...origins(path)])].some((path) =>
      read.has(path),
    );
  });
}

/** A comparison of base, gone in head, of the length of a source with the size of the buffer. */
function lostLengthTest(write: BufferWrite, { base, head }: FunctionPair): Expr | undefined {
  const left = new Set(testsOf(head).map(expressionText));
  return testsOf(base).find((test) => {
    if (!isComparison(test) || left.has(expressionText(test))) return false;
    const parts = expressionsIn(test);
    const asksSize = parts.some(
      (part) =>
        part.kind === 'sizeof' &&
        part.operand !== undefined &&
        bufferOf(part.operand) === write.root,
    );
    const measured = new Set(lengthsIn(test));
    return (
      asksSize &&
      write.sources.some((source) => [...valuePaths(source)].some((path) => measured.has(path)))
    );
  });
}

/** Whether a size is what the lesser of two limited: not the limit, which is a constant or a size. */
function isOneOf(size: Expr, before: Expr): boolean {
  const parts = lesserOfTwo(before);
  if (parts === undefined || knownNumber(size) !== undefined) return false;
  return parts.some((part) => expressionText(part) === expressionText(size));
}

/** Whether a size is computed from what is copied: `strlen(from)`, `end - from`. */
function isOfSource(
  size: Expr,
  write: BufferWrite,
  origins: (place: string) => ReadonlySet<string>,
): boolean {
  const paths = [...valuePaths(size)].flatMap((path) => [path, ...origins(path)]);
  const computed = new Set([...paths, ...lengthsIn(size)]);
  return write.sources.some((source) =>
    [...valuePaths(source)].some((path) => computed.has(path) && expressionText(size) !== path),
  );
}
