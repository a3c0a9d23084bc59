import type { AddressExpr } from '../../c/ir/ast.ts';
import { TOP_FACTS, type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from '../memory/lvalue.ts';
import { pointerTo, setSizeFromType, subObject } from '../memory/objects.ts';
import { lvalueOf, recordAt } from '../memory/resolve-lvalue.ts';
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
    const places = interpreter
      .targetsOf(pointer)
      .map((target) => ({ object: recordAt(interpreter, target).object, path: `.${inner.name}` }));
    const parts = places.map(({ object, path }) => {
      markWritten(interpreter, object);
      return subObject(interpreter, object, path);
    });
    forgetOtherMembers(interpreter, inner, places, true);
    return pointerToAny(interpreter, expr, parts);
  }
  const lvalue = lvalueOf(interpreter, inner, false);
  const isAggregate = lvalue.type.kind === 'record' || lvalue.type.kind === 'array';
  const objects = lvalue.locations.map((location) =>
    isAggregate
      ? subObject(interpreter, location.object, location.path)
      : scalarObject(interpreter, location),
  );
  // What writes through the address writes the other members of a union.
  if (inner.kind === 'member') forgetOtherMembers(interpreter, inner, lvalue.locations, true);
  return pointerToAny(interpreter, expr, objects);
}

/** The pointer to one of several objects of the operand's type; to what is not known where there is none. */
function pointerToAny(
  interpreter: Interpreter,
  expr: AddressExpr,
  objects: readonly number[],
): Value {
  for (const object of objects) setSizeFromType(interpreter, object, expr.operand.type);
  const [only, ...others] = objects;
  if (only !== undefined && others.length === 0) return pointerTo(interpreter, only, only);
  return interpreter.fresh(expr, 'address', {
    ...TOP_FACTS,
    mayBeNull: false,
    targets: objects.map((object) => ({ object, offset: ZERO })),
  });
}

/** A scalar whose address is taken: a variable is its own object, a field becomes one. */
function scalarObject(interpreter: Interpreter, location: AbstractLocation): number {
  if (location.path === '') return location.object;
  markWritten(interpreter, location.object);
  return subObject(interpreter, location.object, location.path);
}
