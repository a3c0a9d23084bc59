import type { InitListExpr } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import { type Value, ZERO } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { isOutside, markEscaped } from './escape.ts';
import { recordFieldInitialiser } from './field-contents.ts';
import { havoc } from './havoc.ts';
import { weakUpdate } from './store.ts';

/** What `{ ... }` puts into a variable that begins with it. */
export function initialiseList(
  interpreter: Interpreter,
  object: number,
  type: CType,
  init: InitListExpr,
): void {
  const known = interpreter.state.object(object);
  if (known !== undefined) {
    interpreter.state.setObject({
      ...known,
      initial: type.kind === 'unknown' ? 'unknown' : 'zero',
      terminated:
        type.kind === 'array' && init.items.length < (type.length ?? 0) ? 'yes' : known.terminated,
    });
  }
  const values = itemValues(interpreter, init);
  if (type.kind === 'record') fillFields(interpreter, object, type.name, init, values);
  else if (type.kind === 'array') {
    const size = interpreter.sizeOf(type.of) ?? 1;
    for (const [position, value] of values.entries()) {
      const item = init.items[position]?.value;
      if (value === undefined || item === undefined) continue;
      interpreter.state.set(interpreter.ids.cell(object, `[${position * size}]`), value);
      weakUpdate(interpreter, { object, path: '[]' }, value, item, type.of);
    }
  } else if (init.items.length < 2 && (type.kind === 'int' || type.kind === 'pointer')) {
    const value = init.items.length === 0 ? ZERO : values[0];
    if (value !== undefined) interpreter.state.set(interpreter.ids.cell(object, ''), value);
  } else {
    for (const value of values) if (value !== undefined) markEscaped(interpreter, value);
  }
}

/** `record = (T){ ... }`: the fields that are named hold what they are given, the others zero. */
export function assignList(
  interpreter: Interpreter,
  object: number,
  record: string,
  init: InitListExpr,
): void {
  // What is given may be read from the very record that it is put into.
  const values = itemValues(interpreter, init);
  havoc(interpreter, object, init, undefined);
  const fields = interpreter.unit.symbols.record(record);
  for (const { name, type } of fields?.union === false ? fields.fields : []) {
    if (type.kind === 'int' || type.kind === 'pointer')
      interpreter.state.set(interpreter.ids.cell(object, `.${name}`), ZERO);
  }
  fillFields(interpreter, object, record, init, values);
}

/** The values of the items in order; lists in a list are left out. */
function itemValues(interpreter: Interpreter, init: InitListExpr): (Value | undefined)[] {
  return init.items.map(({ value }) =>
    value.kind === 'initlist' ? undefined : interpreter.evaluate(value),
  );
}

/** The fields of a record are given values, by name or in order. */
function fillFields(
  interpreter: Interpreter,
  object: number,
  record: string,
  init: InitListExpr,
  values: readonly (Value | undefined)[],
): void {
  const fields = interpreter.unit.symbols.record(record)?.fields;
  for (const [position, item] of init.items.entries()) {
    const value = values[position];
    const name = item.name ?? fields?.[position]?.name;
    if (value === undefined) continue;
    if (name === undefined) markEscaped(interpreter, value);
    else {
      interpreter.state.set(interpreter.ids.cell(object, `.${name}`), value);
      recordFieldInitialiser(interpreter, record, name, item.value, value);
      if (isOutside(interpreter, object)) markEscaped(interpreter, value);
    }
  }
}
