import type { Expr, Variable } from '../../c/ir/ast.ts';
import { type CType, isPointerLike, pointee } from '../../c/ir/types.ts';
import { joinCellFacts } from '../domain/facts-lattice.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markEscaped } from './escape.ts';
import { loadLocation } from './load.ts';
import type { AbstractLocation, LValue } from './lvalue.ts';

/** Writes a value to an lvalue: a strong update where it is one location, else a weak one of each. */
export function store(
  interpreter: Interpreter,
  lvalue: LValue,
  value: Value,
  expr: Expr | Variable,
): void {
  const [location, ...others] = lvalue.locations;
  if (location === undefined) return;
  if (lvalue.strong && others.length === 0) {
    interpreter.state.set(interpreter.ids.cell(location.object, location.path), value);
    if (!isOwnField(interpreter, expr)) markWritten(interpreter, location.object);
    weakenElements(interpreter, location, value, expr, lvalue.type);
    return;
  }
  for (const each of lvalue.locations) {
    weakUpdate(interpreter, each, value, expr, lvalue.type);
    if (each.path === '[]') weakUpdateElements(interpreter, each.object, value, expr, lvalue.type);
  }
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
    if (path === '' || /^\[\d/.test(path))
      weakUpdate(interpreter, { object, path }, value, expr, type, isPointerLike(type));
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
  // It is not known which element this is, so that the pointer cannot be followed further.
  if (isPointerLike(type)) markEscaped(interpreter, value);
  const before = loadLocation(interpreter, location, type);
  const old = interpreter.factsOf(before);
  const joined = joinCellFacts(old, interpreter.factsOf(value));
  // No loop head sees this cell grow, so that it is widened here at once.
  const limits = rangeOfType(type);
  const lo = joined.lo < old.lo ? limits.lo : joined.lo;
  const hi = joined.hi > old.hi ? limits.hi : joined.hi;
  interpreter.state.set(
    cell,
    interpreter.fresh(expr, `weak ${cell}`, {
      ...joined,
      lo,
      hi,
      uninitialised: 'no',
      // One block that was stored in one element must not count as that of all of them.
      ...(isAnyElement ? { targets: [] } : {}),
    }),
  );
  markWritten(interpreter, location.object);
}

/** Records a write to an object: not all of it is uninitialised any more. */
export function markWritten(interpreter: Interpreter, object: number): void {
  interpreter.written.add(object);
  const known = interpreter.state.object(object);
  if (known !== undefined && known.initial === 'uninitialised')
    interpreter.state.setObject({ ...known, initial: 'unknown' });
}
