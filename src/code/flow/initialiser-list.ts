import type { InitListExpr } from '../c/ast.ts';
import type { CType } from '../c/types.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import { keepInField } from './kept-content.ts';
import type { Machine } from './machine.ts';
import { weakStore } from './store.ts';
import { type Value, ZERO } from './value.ts';

/** What `{ ... }` puts into a variable that begins with it. */
export function initialiseList(
  machine: Machine,
  object: number,
  type: CType,
  init: InitListExpr,
): void {
  const known = machine.state.object(object);
  if (known !== undefined) {
    machine.state.setObject({
      ...known,
      initial: type.kind === 'unknown' ? 'unknown' : 'zero',
      terminated:
        type.kind === 'array' && init.items.length < (type.length ?? 0) ? 'yes' : known.terminated,
    });
  }
  const values = itemValues(machine, init);
  if (type.kind === 'record') fillFields(machine, object, type.name, init, values);
  else if (type.kind === 'array') {
    const size = machine.sizeOf(type.of) ?? 1;
    for (const [position, value] of values.entries()) {
      const item = init.items[position]?.value;
      if (value === undefined || item === undefined) continue;
      machine.state.set(machine.ids.cell(object, `[${position * size}]`), value);
      weakStore(machine, { object, path: '[]' }, value, item, type.of);
    }
  } else if (init.items.length < 2 && (type.kind === 'int' || type.kind === 'pointer')) {
    const value = init.items.length === 0 ? ZERO : values[0];
    if (value !== undefined) machine.state.set(machine.ids.cell(object, ''), value);
  } else {
    for (const value of values) if (value !== undefined) markEscaped(machine, value);
  }
}

/** `record = (T){ ... }`: the fields that are named hold what they are given, the others zero. */
export function assignList(
  machine: Machine,
  object: number,
  record: string,
  init: InitListExpr,
): void {
  // What is given may be read from the very record that it is put into.
  const values = itemValues(machine, init);
  havoc(machine, object, init, undefined);
  const fields = machine.unit.symbols.record(record);
  for (const { name, type } of fields?.union === false ? fields.fields : []) {
    if (type.kind === 'int' || type.kind === 'pointer')
      machine.state.set(machine.ids.cell(object, `.${name}`), ZERO);
  }
  fillFields(machine, object, record, init, values);
}

/** The values of the items in order; lists in a list are left out. */
function itemValues(machine: Machine, init: InitListExpr): (Value | undefined)[] {
  return init.items.map(({ value }) =>
    value.kind === 'initlist' ? undefined : machine.evaluate(value),
  );
}

/** The fields of a record are given values, by name or in order. */
function fillFields(
  machine: Machine,
  object: number,
  record: string,
  init: InitListExpr,
  values: readonly (Value | undefined)[],
): void {
  const fields = machine.unit.symbols.record(record)?.fields;
  for (const [position, item] of init.items.entries()) {
    const value = values[position];
    const name = item.name ?? fields?.[position]?.name;
    if (value === undefined) continue;
    if (name === undefined) markEscaped(machine, value);
    else {
      machine.state.set(machine.ids.cell(object, `.${name}`), value);
      keepInField(machine, record, name, item.value, value);
      if (isOutside(machine, object)) markEscaped(machine, value);
    }
  }
}
