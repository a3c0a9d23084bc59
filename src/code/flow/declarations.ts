import type { Expr, Variable } from '../c/ast.ts';
import { converted } from './conversion.ts';
import { copyRecord } from './copy-record.ts';
import { initialiseList } from './initialiser-list.ts';
import type { Machine } from './machine.ts';
import { unknownObject } from './memory-object.ts';
import { pointerTo, subObject } from './objects.ts';
import { placeOf } from './places.ts';
import { touch } from './store.ts';
import { factsOfType } from './typed-facts.ts';
import { constant, times } from './value.ts';

/** Declares a variable in the state, with its initialiser. */
export function declareVariable(
  machine: Machine,
  variable: Variable,
  init: Expr | undefined,
  count: Expr | undefined,
): void {
  const object = machine.ids.root(variable.id, 'variable');
  const size = machine.sizeOf(variable.type);
  const elements = count === undefined ? undefined : machine.evaluate(count);
  const element = variable.type.kind === 'array' ? machine.sizeOf(variable.type.of) : undefined;
  const counted =
    elements === undefined || element === undefined ? undefined : times(elements, element);
  if (count !== undefined && elements !== undefined)
    machine.listener?.declared?.({ variable, count, elements, elementSize: element }, machine);
  const known = machine.state.object(object);
  const isLocal = variable.scope === 'local';
  for (const cell of machine.ids.cellsOf(object).values()) machine.state.remove(cell);
  machine.state.setObject({
    ...unknownObject(object, undefined),
    kind: isLocal ? 'variable' : 'static',
    name: variable.name,
    size: counted ?? (size === undefined ? undefined : constant(size)),
    escaped: !isLocal,
    initial: init !== undefined || !isLocal ? 'unknown' : 'uninitialised',
    allocatedAt: known?.allocatedAt,
  });
  if (!isLocal) {
    if (init !== undefined) machine.evaluate(init);
    return;
  }
  initialise(machine, variable, object, init);
}

/** What a local variable holds once it is declared. */
function initialise(
  machine: Machine,
  variable: Variable,
  object: number,
  init: Expr | undefined,
): void {
  const cell = machine.ids.cell(object, '');
  const { type } = variable;
  if (init === undefined) {
    if (type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer') {
      machine.state.set(
        cell,
        machine.fresh(variable, 'uninitialised', { ...factsOfType(type), uninitialised: 'yes' }),
      );
    } else if (type.kind === 'unknown') touch(machine, object);
    return;
  }
  if (type.kind === 'pointer' && type.reference === true) {
    const place = placeOf(machine, init, false);
    const [spot] = place.spots;
    const target = spot === undefined ? undefined : subObject(machine, spot.object, spot.path);
    machine.state.set(
      cell,
      target === undefined
        ? machine.unknown(init, 'reference')
        : pointerTo(machine, target, target),
    );
    return;
  }
  if (init.kind === 'initlist') return initialiseList(machine, object, type, init);
  if (type.kind === 'array' && init.kind === 'string') {
    const known = machine.state.object(object);
    const size = known?.size?.root === 0 ? known.size.add : Number.POSITIVE_INFINITY;
    if (known !== undefined) {
      machine.state.setObject({
        ...known,
        terminated: init.value.length < size ? 'yes' : 'no',
        maxLength: init.value.length,
        text: init.value,
        initial: init.value === '' ? 'zero' : known.initial,
      });
    }
    return;
  }
  const value = converted(machine, init, init.type, type, machine.evaluate(init));
  if (type.kind === 'record')
    return copyRecord(
      machine,
      { spots: [{ object, path: '' }], type, strong: true },
      init,
      variable,
    );
  machine.listener?.assign?.(
    { expr: init, target: variable, value: init, assigned: value, before: undefined },
    machine,
  );
  machine.state.set(cell, value);
}
