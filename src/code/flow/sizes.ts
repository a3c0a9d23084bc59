import type { CallExpr } from '../c/ast.ts';
import type { Size } from '../models/model.ts';
import type { Machine } from './machine.ts';
import { textSize } from './text-length.ts';
import { constant, strongerTaint, times, UNKNOWN_FACTS, type Value } from './value.ts';

/** The number of bytes that a model's size stands for. */
export function sizeValue(
  machine: Machine,
  expr: CallExpr,
  args: readonly Value[],
  size: Size | undefined,
): Value | undefined {
  if (size === undefined) return undefined;
  if (size.bytes !== undefined)
    return Number.isFinite(size.bytes) ? constant(size.bytes) : undefined;
  if (size.text !== undefined) return textSize(machine, expr, args[size.text]);
  const count = size.arg === undefined ? undefined : args[size.arg];
  if (count === undefined || size.times === undefined) return count;
  const factor = args[size.times];
  if (factor === undefined) return count;
  if (factor.root === 0) return times(count, factor.add);
  if (count.root === 0) return times(factor, count.add);
  const a = machine.range(count);
  const b = machine.range(factor);
  const taint = strongerTaint(machine.taint(count), machine.taint(factor));
  return machine.fresh(expr, 'product', {
    ...UNKNOWN_FACTS,
    lo: Math.max(0, a.lo * b.lo) || 0,
    hi: a.hi * b.hi,
    taint,
  });
}
