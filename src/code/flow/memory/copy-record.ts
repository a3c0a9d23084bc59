import type { Expr, Variable } from '../../c/ir/ast.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { LValue } from './lvalue.ts';
import { subObject } from './objects.ts';
import { lvalueOf } from './resolve-lvalue.ts';
import { markWritten } from './store.ts';

/** Copies field by field what is known of a record. */
export function copyRecord(
  interpreter: Interpreter,
  lvalue: LValue,
  source: Expr | undefined,
  expr: Expr | Variable,
): void {
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0) return;
  const object = subObject(interpreter, location.object, location.path);
  markWritten(interpreter, object);
  const from =
    source === undefined ||
    (source.kind !== 'name' &&
      source.kind !== 'member' &&
      source.kind !== 'deref' &&
      source.kind !== 'index')
      ? undefined
      : lvalueOf(interpreter, source, false);
  const [sourceLocation, ...more] = from?.locations ?? [];
  if (sourceLocation === undefined || more.length > 0) {
    havoc(interpreter, object, expr, undefined);
    return;
  }
  const other = subObject(interpreter, sourceLocation.object, sourceLocation.path);
  for (const [path, cell] of interpreter.ids.cellsOf(other)) {
    const value = interpreter.state.get(cell);
    if (value === undefined) continue;
    interpreter.state.set(interpreter.ids.cell(object, path), value);
    if (isOutside(interpreter, object)) markEscaped(interpreter, value);
  }
}
