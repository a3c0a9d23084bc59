import type { CallExpr } from '../../c/ir/ast.ts';
import type { Size } from '../../library-models/call-model.ts';
import { joinTaints } from '../domain/taint.ts';
import { constant, TOP_FACTS, times, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { textSize } from './text-length.ts';

/** The number of bytes that a model's size stands for. */
export function sizeValue(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  size: Size | undefined,
): Value | undefined {
  if (size === undefined) return undefined;
  if (size.bytes !== undefined)
    return Number.isFinite(size.bytes) ? constant(size.bytes) : undefined;
  if (size.text !== undefined) return textSize(interpreter, expr, args[size.text]);
  const count = size.arg === undefined ? undefined : args[size.arg];
  if (count === undefined || size.times === undefined) return count;
  const factor = args[size.times];
  if (factor === undefined) return count;
  if (factor.root === 0) return times(count, factor.add);
  if (count.root === 0) return times(factor, count.add);
  const a = interpreter.range(count);
  const b = interpreter.range(factor);
  const taint = joinTaints(interpreter.taint(count), interpreter.taint(factor));
  return interpreter.fresh(expr, 'product', {
    ...TOP_FACTS,
    lo: Math.max(0, a.lo * b.lo) || 0,
    hi: a.hi * b.hi,
    taint,
  });
}
