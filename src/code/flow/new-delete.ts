import type { DeleteExpr, NewExpr } from '../c/ast.ts';
import { allocate } from './allocation.ts';
import { markEscaped } from './escape.ts';
import type { Machine } from './machine.ts';
import { release } from './release.ts';
import { constant, times, type Value, ZERO } from './value.ts';

/** `new`: an object of the type's size, or of as many as are counted. */
export function allocateNew(machine: Machine, expr: NewExpr): Value {
  for (const arg of expr.args) markEscaped(machine, machine.evaluate(arg));
  const count = expr.count === undefined ? undefined : machine.evaluate(expr.count);
  const size = machine.sizeOf(expr.of);
  const bytes =
    size === undefined ? undefined : count === undefined ? constant(size) : times(count, size);
  const family = expr.count === undefined ? 'new' : 'new[]';
  const more =
    expr.args.length > 0 || expr.of.kind !== 'int' ? { initial: 'unknown' as const } : {};
  return allocate(machine, expr, family, bytes, expr.nothrow ? 'null' : 'never', more);
}

/** `delete`: the memory is given back. */
export function releaseDeleted(machine: Machine, expr: DeleteExpr): Value {
  const pointer = machine.evaluate(expr.operand);
  machine.listener?.release?.(
    { expr, operand: expr.operand, pointer, family: expr.array ? 'new[]' : 'new' },
    machine,
  );
  release(machine, expr, pointer);
  return ZERO;
}
