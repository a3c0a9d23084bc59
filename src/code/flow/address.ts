import type { AddressExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { giveSize, pointerTo, subObject } from './objects.ts';
import type { Spot } from './place.ts';
import { placeOf } from './places.ts';
import { movePointer } from './pointers.ts';
import { readName } from './reads.ts';
import { touch } from './store.ts';
import { UNKNOWN_FACTS, type Value } from './value.ts';

/** The value of `&operand`. */
export function addressOf(machine: Machine, expr: AddressExpr): Value {
  const inner = expr.operand;
  if (inner.kind === 'index') {
    const pointer = machine.evaluate(inner.base);
    const index = machine.evaluate(inner.index);
    return movePointer(machine, expr, pointer, index, machine.sizeOf(inner.type) ?? 1);
  }
  if (inner.kind === 'name' && inner.variable === undefined) return readName(machine, inner);
  if (inner.kind === 'member' && inner.arrow) {
    // `&p->f` computes an address; it reads nothing.
    const pointer = machine.evaluate(inner.base);
    const targets = machine.targetsOf(pointer);
    const [target] = targets;
    if (target === undefined || targets.length > 1)
      return machine.fresh(expr, 'address', { ...UNKNOWN_FACTS, mayBeNull: false });
    const part = subObject(machine, target.object, `.${inner.name}`);
    touch(machine, target.object);
    giveSize(machine, part, inner.type);
    return pointerTo(machine, part, part);
  }
  const place = placeOf(machine, inner, false);
  const [spot, ...others] = place.spots;
  if (spot === undefined || others.length > 0)
    return machine.fresh(expr, 'address', { ...UNKNOWN_FACTS, mayBeNull: false });
  const object =
    place.type.kind === 'record' || place.type.kind === 'array'
      ? subObject(machine, spot.object, spot.path)
      : scalarObject(machine, spot);
  giveSize(machine, object, place.type);
  return pointerTo(machine, object, object);
}

/** A scalar whose address is taken: a variable is its own object, a field becomes one. */
function scalarObject(machine: Machine, spot: Spot): number {
  if (spot.path === '') return spot.object;
  touch(machine, spot.object);
  return subObject(machine, spot.object, spot.path);
}
