import type { Expr, Variable } from '../../c/ir/ast.ts';
import { unknownObject } from '../domain/memory-object.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { constant, times } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { copyRecord } from '../memory/copy-record.ts';
import { markEscaped } from '../memory/escape.ts';
import { pointerTo, subObject } from '../memory/objects.ts';
import { lvalueOf } from '../memory/resolve-lvalue.ts';
import { markWritten } from '../memory/store.ts';
import { convertValue } from './conversion.ts';
import { initialiseList } from './initialiser-list.ts';

/** Declares a variable in the state, with its initialiser. */
export function declareVariable(
  interpreter: Interpreter,
  variable: Variable,
  init: Expr | undefined,
  count: Expr | undefined,
): void {
  const object = interpreter.ids.root(variable.id, 'variable');
  const size = interpreter.sizeOf(variable.type);
  const elements = count === undefined ? undefined : interpreter.evaluate(count);
  const element = variable.type.kind === 'array' ? interpreter.sizeOf(variable.type.of) : undefined;
  const counted =
    elements === undefined || element === undefined ? undefined : times(elements, element);
  if (count !== undefined && elements !== undefined)
    interpreter.listener?.declared?.(
      { variable, count, elements, elementSize: element },
      interpreter,
    );
  const known = interpreter.state.object(object);
  const isLocal = variable.scope === 'local';
  forgetCells(interpreter, object);
  interpreter.state.setObject({
    ...unknownObject(object, undefined),
    kind: isLocal ? 'variable' : 'static',
    name: variable.name,
    size: counted ?? (size === undefined ? undefined : constant(size)),
    escaped: !isLocal,
    initial: init !== undefined || !isLocal ? 'unknown' : 'uninitialised',
    allocatedAt: known?.allocatedAt,
  });
  if (!isLocal) {
    // It outlives the function.
    if (init !== undefined) markEscaped(interpreter, interpreter.evaluate(init));
    return;
  }
  initialise(interpreter, variable, object, init);
}

/** A variable begins anew in each round of a loop, and so do its parts. */
function forgetCells(interpreter: Interpreter, object: number, depth = 0): void {
  for (const cell of interpreter.ids.cellsOf(object).values()) interpreter.state.remove(cell);
  if (depth > 3) return;
  for (const part of interpreter.ids.partsOf(object)) forgetCells(interpreter, part, depth + 1);
}

/** What a local variable holds once it is declared. */
function initialise(
  interpreter: Interpreter,
  variable: Variable,
  object: number,
  init: Expr | undefined,
): void {
  const cell = interpreter.ids.cell(object, '');
  const { type } = variable;
  if (init === undefined) {
    if (type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer') {
      interpreter.state.set(
        cell,
        interpreter.fresh(variable, 'uninitialised', {
          ...factsOfType(type),
          uninitialised: 'yes',
        }),
      );
    } else if (type.kind === 'unknown') markWritten(interpreter, object);
    return;
  }
  if (type.kind === 'pointer' && type.reference === true) {
    const lvalue = lvalueOf(interpreter, init, false);
    const [location] = lvalue.locations;
    const target =
      location === undefined ? undefined : subObject(interpreter, location.object, location.path);
    interpreter.state.set(
      cell,
      target === undefined
        ? interpreter.unknown(init, 'reference')
        : pointerTo(interpreter, target, target),
    );
    return;
  }
  if (init.kind === 'initlist') return initialiseList(interpreter, object, type, init);
  if (type.kind === 'array' && init.kind === 'string') {
    const known = interpreter.state.object(object);
    const size = known?.size?.root === 0 ? known.size.add : Number.POSITIVE_INFINITY;
    const [text = ''] = init.value.split('\0');
    if (known !== undefined) {
      interpreter.state.setObject({
        ...known,
        terminated: text.length < size ? 'yes' : 'no',
        maxLength: text.length,
        text,
        initial: init.value === '' ? 'zero' : known.initial,
      });
    }
    return;
  }
  const value = convertValue(interpreter, init, init.type, type, interpreter.evaluate(init));
  if (type.kind === 'record')
    return copyRecord(
      interpreter,
      { locations: [{ object, path: '' }], type, strong: true },
      init,
      value,
      variable,
    );
  interpreter.listener?.assign?.(
    { expr: init, target: variable, value: init, assigned: value, before: undefined },
    interpreter,
  );
  interpreter.state.set(cell, value);
}
