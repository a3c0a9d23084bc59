import type { AddressExpr } from '../../c/ir/ast.ts';
import { TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from '../memory/lvalue.ts';
import { pointerTo, setSizeFromType, subObject } from '../memory/objects.ts';
import { lvalueOf } from '../memory/resolve-lvalue.ts';
import { markWritten } from '../memory/store.ts';
import { forgetOtherMembers } from '../memory/unions.ts';
import { movePointer } from './pointers.ts';
import { readName } from './reads.ts';

/** The value of `&operand`. */
export function addressOf(interpreter: Interpreter, expr: AddressExpr): Value {
  const inner = expr.operand;
  if (inner.kind === 'index') {
    const pointer = interpreter.evaluate(inner.base);
    const index = interpreter.evaluate(inner.index);
    return movePointer(interpreter, expr, pointer, index, interpreter.sizeOf(inner.type) ?? 1);
  }
  if (inner.kind === 'name' && inner.variable === undefined) return readName(interpreter, inner);
  if (inner.kind === 'member' && inner.arrow) {
    // `&p->f` computes an address; it reads nothing.
    const pointer = interpreter.evaluate(inner.base);
    const targets = interpreter.targetsOf(pointer);
    const [target] = targets;
    if (target === undefined || targets.length > 1)
      return interpreter.fresh(expr, 'address', { ...TOP_FACTS, mayBeNull: false });
    const part = subObject(interpreter, target.object, `.${inner.name}`);
    markWritten(interpreter, target.object);
    setSizeFromType(interpreter, part, inner.type);
    forgetOtherMembers(
      interpreter,
      inner,
      [{ object: target.object, path: `.${inner.name}` }],
      true,
    );
    return pointerTo(interpreter, part, part);
  }
  const lvalue = lvalueOf(interpreter, inner, false);
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0)
    return interpreter.fresh(expr, 'address', { ...TOP_FACTS, mayBeNull: false });
  const object =
    lvalue.type.kind === 'record' || lvalue.type.kind === 'array'
      ? subObject(interpreter, location.object, location.path)
      : scalarObject(interpreter, location);
  setSizeFromType(interpreter, object, lvalue.type);
  // What writes through the address writes the other members of a union.
  if (inner.kind === 'member') forgetOtherMembers(interpreter, inner, lvalue.locations, true);
  return pointerTo(interpreter, object, object);
}

/** A scalar whose address is taken: a variable is its own object, a field becomes one. */
function scalarObject(interpreter: Interpreter, location: AbstractLocation): number {
  if (location.path === '') return location.object;
  markWritten(interpreter, location.object);
  return subObject(interpreter, location.object, location.path);
}
