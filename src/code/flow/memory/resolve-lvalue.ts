import type { DerefExpr, Expr, IndexExpr, MemberExpr, NameExpr } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { linearSum, type Target, times, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { assumeNonNull, emitAccess } from './dereference.ts';
import { openIndexes } from './elements.ts';
import { loadLocation } from './load.ts';
import type { LValue } from './lvalue.ts';
import { subObject, unresolvedObject, variableObject } from './objects.ts';
import { forgetOtherMembers } from './unions.ts';

/** Where an lvalue lives, after evaluating what leads there. */
export function lvalueOf(interpreter: Interpreter, expr: Expr, write: boolean): LValue {
  switch (expr.kind) {
    case 'name':
      return namedLValue(interpreter, expr);
    case 'member':
      return memberLValue(interpreter, expr, write);
    case 'deref':
      return derefLValue(interpreter, expr, write);
    case 'index':
      return indexLValue(interpreter, expr, write);
    case 'cast':
      return { ...lvalueOf(interpreter, expr.operand, write), type: expr.type };
    default:
      interpreter.evaluate(expr);
      return { locations: [], type: expr.type, strong: false };
  }
}

/** Where a variable lives, or what a reference refers to. */
export function namedLValue(interpreter: Interpreter, expr: NameExpr): LValue {
  const { variable } = expr;
  if (variable === undefined) {
    const object = unresolvedObject(interpreter, expr);
    return { locations: [{ object, path: '' }], type: expr.type, strong: true };
  }
  const object = variableObject(interpreter, variable);
  if (variable.type.kind === 'pointer' && variable.type.reference === true) {
    const pointer = loadLocation(interpreter, { object, path: '' }, variable.type);
    const locations = interpreter
      .targetsOf(pointer)
      .map((target) => ({ object: target.object, path: '' }));
    return { locations, type: variable.type.to, strong: locations.length === 1 };
  }
  return { locations: [{ object, path: '' }], type: variable.type, strong: true };
}

/** Where a member lives: in its record, or in what a pointer points to. */
function memberLValue(interpreter: Interpreter, expr: MemberExpr, write: boolean): LValue {
  const path = `.${expr.name}`;
  if (!expr.arrow) {
    const base = lvalueOf(interpreter, expr.base, write);
    const locations = base.locations.map((location) => ({
      object: subObject(interpreter, location.object, location.path),
      path,
      ...indexOf(location),
    }));
    forgetOtherMembers(interpreter, expr, locations, write);
    return { locations, type: expr.type, strong: base.strong };
  }
  const pointer = interpreter.evaluate(expr.base);
  emitAccess(interpreter, expr, expr.base, pointer, undefined, undefined, write, 'arrow');
  const targets = interpreter.targetsOf(pointer);
  assumeNonNull(interpreter, pointer);
  const objects = targets.map((target) => recordAt(interpreter, target));
  const locations = objects.map((each) => ({ object: each.object, path, ...indexOf(each) }));
  forgetOtherMembers(interpreter, expr, locations, write);
  return {
    locations,
    type: expr.type,
    strong: objects.length === 1 && objects.every(({ isOne }) => isOne),
  };
}

/** The index of an element goes with each of its fields. */
function indexOf({ at }: { readonly at?: Value }): { readonly at?: Value } {
  return at === undefined ? {} : { at };
}

/** The record that a pointer points to: an object, or an element of one that is an array. */
export function recordAt(
  interpreter: Interpreter,
  { object, offset }: Target,
): { readonly object: number; readonly isOne: boolean; readonly at?: Value } {
  const isOne = openIndexes(interpreter.ids, object) === 0;
  if (offset.root === 0) {
    const path = offset.add === 0 ? '' : `[${offset.add}]`;
    return { object: subObject(interpreter, object, path), isOne };
  }
  return { object: subObject(interpreter, object, '[]'), isOne: false, at: offset };
}

/** Where `*p` lives. */
function derefLValue(interpreter: Interpreter, expr: DerefExpr, write: boolean): LValue {
  const pointer = interpreter.evaluate(expr.operand);
  emitAccess(interpreter, expr, expr.operand, pointer, undefined, undefined, write, 'deref');
  return pointeeLValue(interpreter, pointer, expr.type, undefined);
}

/** Where `p[i]` lives. */
function indexLValue(interpreter: Interpreter, expr: IndexExpr, write: boolean): LValue {
  const pointer = interpreter.evaluate(expr.base);
  const index = interpreter.evaluate(expr.index);
  emitAccess(interpreter, expr, expr.base, pointer, expr.index, index, write, 'index');
  return pointeeLValue(interpreter, pointer, expr.type, index);
}

/** The memory at a pointer, moved by an index in elements. */
function pointeeLValue(
  interpreter: Interpreter,
  pointer: Value,
  type: CType,
  index: Value | undefined,
): LValue {
  const targets = interpreter.targetsOf(pointer);
  assumeNonNull(interpreter, pointer);
  let strong = targets.length === 1;
  const size = interpreter.sizeOf(type) ?? 1;
  const locations = targets.map((target) => {
    const object = interpreter.state.object(target.object);
    const offset =
      index === undefined ? target.offset : linearSum(target.offset, times(index, size), 1);
    if (openIndexes(interpreter.ids, target.object) > 0) strong = false;
    const whole = offset?.root === 0 && offset.add === 0;
    if (whole && isWhole(object, type, size)) return { object: target.object, path: '' };
    if (offset?.root === 0) return { object: target.object, path: `[${offset.add}]` };
    strong = false;
    return { object: target.object, path: '[]', ...(offset === undefined ? {} : { at: offset }) };
  });
  return { locations, type, strong };
}

/**
 * Whether the first element of a type stands for the object itself, so that `*p`, `p[0]` and `p->f`
 * are the same memory: in a record, in a scalar, and where the number of elements is not known.
 */
function isWhole(object: MemoryObject | undefined, type: CType, size: number): boolean {
  if (type.kind === 'record') return true;
  if (type.kind === 'array') return false;
  return object?.size === undefined || (object.size.root === 0 && object.size.add === size);
}
