import type { Expr, Variable } from '../c/ast.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { Machine } from './machine.ts';
import { subObject } from './objects.ts';
import type { Place } from './place.ts';
import { placeOf } from './places.ts';
import { touch } from './store.ts';

/** Copies field by field what is known of a record. */
export function copyRecord(
  machine: Machine,
  place: Place,
  source: Expr | undefined,
  expr: Expr | Variable,
): void {
  const [spot, ...others] = place.spots;
  if (spot === undefined || others.length > 0) return;
  const object = subObject(machine, spot.object, spot.path);
  touch(machine, object);
  const from =
    source === undefined ||
    (source.kind !== 'name' &&
      source.kind !== 'member' &&
      source.kind !== 'deref' &&
      source.kind !== 'index')
      ? undefined
      : placeOf(machine, source, false);
  const [origin, ...more] = from?.spots ?? [];
  if (origin === undefined || more.length > 0) {
    havoc(machine, object, expr, undefined);
    return;
  }
  const other = subObject(machine, origin.object, origin.path);
  for (const [path, cell] of machine.ids.cellsOf(other)) {
    const value = machine.state.get(cell);
    if (value === undefined) continue;
    machine.state.set(machine.ids.cell(object, path), value);
    if (isOutside(machine, object)) markEscaped(machine, value);
  }
}
