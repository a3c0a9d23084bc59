import type { Expr, Variable } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { LValue } from './lvalue.ts';
import { subObject } from './objects.ts';
import { markWritten } from './store.ts';

/**
 * Copies field by field what is known of a record.
 *
 * @param value what the source was evaluated to, which for a record in memory is its address; it is
 *   not evaluated again, since `*to++ = *from++` moves `from` once
 */
export function copyRecord(
  interpreter: Interpreter,
  lvalue: LValue,
  source: Expr | undefined,
  value: Value,
  expr: Expr | Variable,
): void {
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0) return;
  const object = subObject(interpreter, location.object, location.path);
  markWritten(interpreter, object);
  const isInMemory = source?.type.kind === 'record' && IN_MEMORY.has(source.kind);
  // Only where it is known: asking for the targets of an unknown value would make one.
  const [target, ...more] =
    isInMemory && value.root !== 0 ? interpreter.state.facts(value.root).targets : [];
  if (target === undefined || more.length > 0) {
    havoc(interpreter, object, expr, undefined);
    return;
  }
  for (const [path, cell] of interpreter.ids.cellsOf(target.object)) {
    const held = interpreter.state.get(cell);
    if (held === undefined) continue;
    interpreter.state.set(interpreter.ids.cell(object, path), held);
    if (isOutside(interpreter, object)) markEscaped(interpreter, held);
  }
}

/** The expressions that name a record where it lies, or are one that was just copied. */
const IN_MEMORY: ReadonlySet<Expr['kind']> = new Set([
  'name',
  'member',
  'deref',
  'index',
  'assign',
]);
