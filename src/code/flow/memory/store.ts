import type { Expr, Variable } from '../../c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../../c/ir/types.ts';
import { joinCellFacts } from '../domain/facts-lattice.ts';
import { initialContent } from '../domain/initial-content.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { recordBlockInArray, rememberElement } from './elements.ts';
import { markEscaped } from './escape.ts';
import { loadLocation } from './load.ts';
import type { AbstractLocation, LValue } from './lvalue.ts';
import { forgetInitial, forgetInitialOfArrays } from './objects.ts';
import { overlappingObjects, pathsOverlap } from './overlap.ts';
import { leadToVariables, variablesAmong } from './pointers-in-elements.ts';
import { forgetNeighbours, noteWidth, partOf } from './widths.ts';

/** Writes a value to an lvalue: a strong update where it is one location, else a weak one of each. */
export function store(
  interpreter: Interpreter,
  lvalue: LValue,
  value: Value,
  expr: Expr | Variable,
): void {
  const [location, ...others] = lvalue.locations;
  if (location === undefined) return;
  for (const { object, path } of lvalue.locations) interpreter.recordWrite(object, path);
  if (lvalue.strong && others.length === 0) {
    const cell = interpreter.ids.cell(location.object, location.path);
    const isPart = noteWidth(interpreter, location, lvalue.type) === 'part';
    interpreter.state.set(cell, isPart ? partOf(interpreter, cell, expr) : value);
    if (!isOwnField(interpreter, expr)) markWritten(interpreter, location.object);
    weakenElements(interpreter, location, value, expr, lvalue.type);
    weakenWhole(interpreter, location, expr);
    forgetNeighbours(interpreter, location, lvalue.type, expr);
    weakenOverlapping(interpreter, location, value, expr, lvalue.type);
    return;
  }
  for (const each of lvalue.locations) {
    weakUpdate(interpreter, each, value, expr, lvalue.type);
    weakenWhole(interpreter, each, expr);
    forgetNeighbours(interpreter, each, lvalue.type, expr);
    if (each.path === '[]') weakUpdateElements(interpreter, each.object, value, expr, lvalue.type);
    weakenOverlapping(interpreter, each, value, expr, lvalue.type);
  }
  if (others.length === 0) rememberElement(interpreter, location, value);
  for (const each of lvalue.locations) recordBlockInArray(interpreter, each.object, value);
}

/** A write to an element may be one to each element that is the same by another index. */
function weakenOverlapping(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
  value: Value,
  expr: Expr | Variable,
  type: CType,
): void {
  const { ids } = interpreter;
  forgetInitialOfArrays(interpreter, object);
  const weaken = (other: number, written: string): void => {
    forgetInitial(interpreter, other);
    for (const known of [...ids.cellsOf(other).keys()])
      if (pathsOverlap(known, written))
        weakUpdate(interpreter, { object: other, path: known }, value, expr, type, true);
  };
  for (const other of overlappingObjects(ids, object)) weaken(other, path);
  // A field whose address was taken is a part of its record, and a cell of the same field of others.
  const place = path === '' ? ids.placeOfPart(object) : undefined;
  if (place !== undefined)
    for (const other of overlappingObjects(ids, place.object)) weaken(other, place.path);
}

/** A byte of a number that is written makes it another one: `((char *)&number)[1] = 0`. */
function weakenWhole(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
  expr: Expr | Variable,
): void {
  const { ids, state } = interpreter;
  if (!path.startsWith('[') || state.object(object)?.size?.root !== 0) return;
  // A field whose address is taken is a part, and a cell of its record.
  const place = ids.placeOfPart(object);
  const cell = ids.cellsOf(object).get('') ?? (place && ids.cell(object, ''));
  if (cell === undefined) return;
  const isKnown =
    state.get(cell) !== undefined || initialContent(state, place?.object ?? object) === 'zero';
  if (isKnown) state.set(cell, partOf(interpreter, cell, expr));
}

/** A write at one index makes what is known of all elements hold of all but this one. */
function weakenElements(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
  value: Value,
  expr: Expr | Variable,
  type: CType,
): void {
  if (path !== '' && !/^\[\d/.test(path)) return;
  const all = interpreter.ids.cellsOf(object).get('[]');
  if (all === undefined) return;
  weakUpdate(interpreter, { object, path: '[]' }, value, expr, type);
}

/** A write at an unknown index may have hit each element that is known by itself. */
function weakUpdateElements(
  interpreter: Interpreter,
  object: number,
  value: Value,
  expr: Expr | Variable,
  type: CType,
): void {
  const known = interpreter.state.object(object);
  if (known?.initial === 'zero') interpreter.state.setObject({ ...known, initial: 'unknown' });
  for (const path of [...interpreter.ids.cellsOf(object).keys()])
    if (/^\[\d/.test(path) || (path === '' && isSizeOf(interpreter, known, type)))
      weakUpdate(interpreter, { object, path }, value, expr, type, isPointerLike(type));
}

/** Whether an object is as large as a value of a type, or its size is not known. */
function isSizeOf(
  interpreter: Interpreter,
  object: MemoryObject | undefined,
  type: CType,
): boolean {
  const size = object?.size;
  return size === undefined || size.root !== 0 || size.add === interpreter.sizeOf(type);
}

/** A field of a structure shares its bytes with no other; a member of a union does. */
function isOwnField(interpreter: Interpreter, expr: Expr | Variable): boolean {
  if (!('kind' in expr) || expr.kind !== 'assign' || expr.target.kind !== 'member') return false;
  const { base, arrow, name } = expr.target;
  const owner = arrow ? pointee(base.type) : base.type;
  const record = owner?.kind === 'record' ? interpreter.unit.symbols.record(owner.name) : undefined;
  return record?.union === false && record.fields.some((field) => field.name === name);
}

/** A weak update: the cell holds what it held or the new value, so that it is joined with that. */
export function weakUpdate(
  interpreter: Interpreter,
  location: AbstractLocation,
  value: Value,
  expr: Expr | Variable,
  type: CType,
  isAnyElement = false,
): void {
  const cell = interpreter.ids.cell(location.object, location.path);
  if (noteWidth(interpreter, location, type) === 'part') {
    interpreter.state.set(cell, partOf(interpreter, cell, expr));
    return markWritten(interpreter, location.object);
  }
  // It is not known which element this is, so that the pointer cannot be followed further.
  if (isPointerLike(type)) markEscaped(interpreter, value);
  const before = loadLocation(interpreter, location, type);
  const old = interpreter.factsOf(before);
  if (isAnyElement) recordBlockInArray(interpreter, location.object, before);
  const joined = joinCellFacts(old, interpreter.factsOf(value));
  // No loop head sees this cell grow, so that it is widened here at once.
  const limits = rangeOfType(type);
  const lo = joined.lo < old.lo ? limits.lo : joined.lo;
  const hi = joined.hi > old.hi ? limits.hi : joined.hi;
  const variables =
    isAnyElement && isPointerLike(type) ? variablesAmong(interpreter, joined.targets) : [];
  const written = interpreter.fresh(expr, `weak ${cell}`, {
    ...joined,
    lo,
    hi,
    uninitialised: 'no',
    // One block that was stored in one element must not count as that of all of them.
    ...(isAnyElement ? { targets: [] } : {}),
  });
  leadToVariables(interpreter, written.root, variables);
  interpreter.state.set(cell, written);
  markWritten(interpreter, location.object);
}

/** Records a write to an object: not all of it is uninitialised any more. */
export function markWritten(interpreter: Interpreter, object: number): void {
  interpreter.written.add(object);
  const known = interpreter.state.object(object);
  if (known !== undefined && known.initial === 'uninitialised')
    interpreter.state.setObject({ ...known, initial: 'unknown' });
}
