import type { Expr, Variable } from '../c/ast.ts';
import { type CType, isPointerLike, pointee } from '../c/types.ts';
import { markEscaped } from './escape.ts';
import { eitherFacts } from './join-facts.ts';
import { loadSpot } from './load.ts';
import type { Machine } from './machine.ts';
import type { Place, Spot } from './place.ts';
import { rangeOfType } from './typed-facts.ts';
import type { Value } from './value.ts';

/** Writes a value to an lvalue: for certain, or to each place that it may be. */
export function store(machine: Machine, place: Place, value: Value, expr: Expr | Variable): void {
  const [spot, ...others] = place.spots;
  if (spot === undefined) return;
  if (place.strong && others.length === 0) {
    machine.state.set(machine.ids.cell(spot.object, spot.path), value);
    if (!isOwnField(machine, expr)) touch(machine, spot.object);
    return;
  }
  for (const each of place.spots) {
    weakStore(machine, each, value, expr, place.type);
    if (each.path === '[]') blurElements(machine, each.object, value, expr, place.type);
  }
}

/** A write at an unknown index may have hit each element that is known by itself. */
function blurElements(
  machine: Machine,
  object: number,
  value: Value,
  expr: Expr | Variable,
  type: CType,
): void {
  const known = machine.state.object(object);
  if (known?.initial === 'zero') machine.state.setObject({ ...known, initial: 'unknown' });
  for (const path of [...machine.ids.cellsOf(object).keys()])
    if (path === '' || /^\[\d/.test(path)) weakStore(machine, { object, path }, value, expr, type);
}

/** A field of a structure shares its bytes with no other; a member of a union does. */
function isOwnField(machine: Machine, expr: Expr | Variable): boolean {
  if (!('kind' in expr) || expr.kind !== 'assign' || expr.target.kind !== 'member') return false;
  const { base, arrow, name } = expr.target;
  const owner = arrow ? pointee(base.type) : base.type;
  const record = owner?.kind === 'record' ? machine.unit.symbols.record(owner.name) : undefined;
  return record?.union === false && record.fields.some((field) => field.name === name);
}

/** A write that a cell may or may not have seen. */
export function weakStore(
  machine: Machine,
  spot: Spot,
  value: Value,
  expr: Expr | Variable,
  type: CType,
): void {
  const cell = machine.ids.cell(spot.object, spot.path);
  // Which element it is nobody knows, so that nobody can follow the pointer further.
  if (isPointerLike(type)) markEscaped(machine, value);
  const before = loadSpot(machine, spot, type);
  const old = machine.of(before);
  const joined = eitherFacts(old, machine.of(value));
  // No loop head sees this cell grow, so that it is widened here at once.
  const limits = rangeOfType(type);
  const lo = joined.lo < old.lo ? limits.lo : joined.lo;
  const hi = joined.hi > old.hi ? limits.hi : joined.hi;
  machine.state.set(
    cell,
    machine.fresh(expr, `weak ${cell}`, { ...joined, lo, hi, uninitialised: 'no' }),
  );
  touch(machine, spot.object);
}

/** Something was written: what nobody wrote is no longer all of it. */
export function touch(machine: Machine, object: number): void {
  machine.written.add(object);
  const known = machine.state.object(object);
  if (known !== undefined && known.initial === 'uninitialised')
    machine.state.setObject({ ...known, initial: 'unknown' });
}
