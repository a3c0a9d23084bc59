import type { DeleteExpr, NewExpr } from '../../c/ir/ast.ts';
import { constant, times, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { allocate, release } from '../memory/allocation.ts';
import { markEscaped } from '../memory/escape.ts';

/** `new`: an object of the type's size, or of as many as are counted; one that is made in place is no new memory. */
export function allocateNew(interpreter: Interpreter, expr: NewExpr): Value {
  for (const arg of expr.args) markEscaped(interpreter, interpreter.evaluate(arg));
  const count = expr.count === undefined ? undefined : interpreter.evaluate(expr.count);
  if (expr.inPlace) return interpreter.unknown(expr);
  const size = interpreter.sizeOf(expr.of);
  const bytes =
    size === undefined ? undefined : count === undefined ? constant(size) : times(count, size);
  const family = expr.count === undefined ? 'new' : 'new[]';
  const more = initialOf(expr);
  return allocate(interpreter, expr, family, bytes, expr.nothrow ? 'null' : 'never', more);
}

/** `new int` holds nothing yet, `new int()` and `new int[n]{}` zeros; what a class or values make of it is not known. */
function initialOf({ of, args, isInitialised }: NewExpr): { initial?: 'zero' | 'unknown' } {
  if (of.kind !== 'int' || args.length > 0) return { initial: 'unknown' };
  return isInitialised ? { initial: 'zero' } : {};
}

/** `delete`: the memory is given back. */
export function releaseDeleted(interpreter: Interpreter, expr: DeleteExpr): Value {
  const pointer = interpreter.evaluate(expr.operand);
  interpreter.listener?.release?.(
    { expr, operand: expr.operand, pointer, family: expr.array ? 'new[]' : 'new' },
    interpreter,
  );
  release(interpreter, expr, pointer);
  return ZERO;
}
