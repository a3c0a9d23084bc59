import type { DerefExpr, Expr, IndexExpr, MemberExpr, NameExpr } from '../c/ast.ts';
import type { CType } from '../c/types.ts';
import { assumeNonNull, hearAccess } from './dereference.ts';
import { loadSpot } from './load.ts';
import type { Machine } from './machine.ts';
import type { MemoryObject } from './memory-object.ts';
import { subObject, variableObject } from './objects.ts';
import type { Place } from './place.ts';
import { linearSum, times, type Value } from './value.ts';

/** Where an lvalue lives, after evaluating what leads there. */
export function placeOf(machine: Machine, expr: Expr, write: boolean): Place {
  switch (expr.kind) {
    case 'name':
      return namedPlace(machine, expr);
    case 'member':
      return memberPlace(machine, expr, write);
    case 'deref':
      return derefPlace(machine, expr, write);
    case 'index':
      return indexPlace(machine, expr, write);
    case 'cast':
      return { ...placeOf(machine, expr.operand, write), type: expr.type };
    default:
      machine.evaluate(expr);
      return { spots: [], type: expr.type, strong: false };
  }
}

/** Where a variable lives, or what a reference refers to. */
export function namedPlace(machine: Machine, expr: NameExpr): Place {
  const { variable } = expr;
  if (variable === undefined) {
    const object = machine.ids.root(expr.name, 'unresolved');
    return { spots: [{ object, path: '' }], type: expr.type, strong: true };
  }
  const object = variableObject(machine, variable);
  if (variable.type.kind === 'pointer' && variable.type.reference === true) {
    const pointer = loadSpot(machine, { object, path: '' }, variable.type);
    const spots = machine.targetsOf(pointer).map((target) => ({ object: target.object, path: '' }));
    return { spots, type: variable.type.to, strong: spots.length === 1 };
  }
  return { spots: [{ object, path: '' }], type: variable.type, strong: true };
}

/** Where a member lives: in its record, or in what a pointer points to. */
function memberPlace(machine: Machine, expr: MemberExpr, write: boolean): Place {
  const path = `.${expr.name}`;
  if (!expr.arrow) {
    const base = placeOf(machine, expr.base, write);
    const spots = base.spots.map((spot) => ({
      object: subObject(machine, spot.object, spot.path),
      path,
    }));
    return { spots, type: expr.type, strong: base.strong };
  }
  const pointer = machine.evaluate(expr.base);
  hearAccess(machine, expr, expr.base, pointer, undefined, undefined, write, 'arrow');
  const targets = machine.targetsOf(pointer);
  assumeNonNull(machine, pointer);
  return {
    spots: targets.map((target) => ({ object: target.object, path })),
    type: expr.type,
    strong: targets.length === 1,
  };
}

/** Where `*p` lives. */
function derefPlace(machine: Machine, expr: DerefExpr, write: boolean): Place {
  const pointer = machine.evaluate(expr.operand);
  hearAccess(machine, expr, expr.operand, pointer, undefined, undefined, write, 'deref');
  return pointedPlace(machine, pointer, expr.type, undefined);
}

/** Where `p[i]` lives. */
function indexPlace(machine: Machine, expr: IndexExpr, write: boolean): Place {
  const pointer = machine.evaluate(expr.base);
  const index = machine.evaluate(expr.index);
  hearAccess(machine, expr, expr.base, pointer, expr.index, index, write, 'index');
  return pointedPlace(machine, pointer, expr.type, index);
}

/** The memory at a pointer, moved by an index in elements. */
function pointedPlace(
  machine: Machine,
  pointer: Value,
  type: CType,
  index: Value | undefined,
): Place {
  const targets = machine.targetsOf(pointer);
  assumeNonNull(machine, pointer);
  let strong = targets.length === 1;
  const size = machine.sizeOf(type) ?? 1;
  const spots = targets.map((target) => {
    const object = machine.state.object(target.object);
    const offset =
      index === undefined ? target.offset : linearSum(target.offset, times(index, size), 1);
    const whole = offset?.root === 0 && offset.add === 0;
    if (whole && isWhole(object, type, size)) return { object: target.object, path: '' };
    if (offset?.root === 0) return { object: target.object, path: `[${offset.add}]` };
    strong = false;
    return { object: target.object, path: '[]', ...(offset === undefined ? {} : { at: offset }) };
  });
  return { spots, type, strong };
}

/**
 * Whether the first element of a type stands for the object itself, so that `*p`, `p[0]` and `p->f`
 * are the same memory: in a record, in a scalar, and where nobody knows how many elements there are.
 */
function isWhole(object: MemoryObject | undefined, type: CType, size: number): boolean {
  if (type.kind === 'record') return true;
  if (type.kind === 'array') return false;
  return object?.size === undefined || (object.size.root === 0 && object.size.add === size);
}
