import type { CallExpr } from '../../c/ir/ast.ts';
import { pointee } from '../../c/ir/types.ts';
import type { Size } from '../../library-models/call-model.ts';
import { joinTaints } from '../domain/taint.ts';
import { constant, linearSum, TOP_FACTS, times, type Value } from '../domain/value.ts';
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
  if (size.from !== undefined && size.to !== undefined)
    return bytesBetween(interpreter, expr, args, { ...size, from: size.from, to: size.to });
  const count = size.arg === undefined ? undefined : args[size.arg];
  if (count !== undefined && size.as !== undefined) {
    const element = elementOf(interpreter, expr, size.as);
    return element === undefined ? undefined : times(count, element);
  }
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

/** The bytes from one pointer to another into the same object, as elements of what they are copied to. */
function bytesBetween(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  { from, to, as }: Size & { readonly from: number; readonly to: number },
): Value | undefined {
  const [first, last] = [args[from], args[to]];
  if (first === undefined || last === undefined) return undefined;
  const bytes = linearSum(last, first, -1) ?? distance(interpreter, first, last);
  if (bytes === undefined || as === undefined) return bytes;
  const read = elementOf(interpreter, expr, from);
  const written = elementOf(interpreter, expr, as);
  if (read === undefined || written === undefined || written % read !== 0) return undefined;
  return times(bytes, written / read);
}

function distance(interpreter: Interpreter, first: Value, last: Value): Value | undefined {
  const [begin, ...others] = interpreter.pointees(first);
  const [end, ...more] = interpreter.pointees(last);
  if (begin === undefined || end === undefined || others.length > 0 || more.length > 0)
    return undefined;
  return begin.object.id === end.object.id ? linearSum(end.offset, begin.offset, -1) : undefined;
}

/** The size of what an argument points to. */
function elementOf(interpreter: Interpreter, { args }: CallExpr, at: number): number | undefined {
  const type = args[at]?.type;
  const to = type === undefined ? undefined : pointee(type);
  return to === undefined ? undefined : interpreter.sizeOf(to);
}
