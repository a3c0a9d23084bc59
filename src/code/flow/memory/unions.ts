import type { MemberExpr } from '../../c/ir/ast.ts';
import { pointee } from '../../c/ir/types.ts';
import { TOP_FACTS } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from './lvalue.ts';
import { markWritten } from './store.ts';

/**
 * The members of a union are the same bytes: what one is written to makes the others unknown. A
 * member that is an array or a record may be written by what is done with it next.
 */
export function forgetOtherMembers(
  interpreter: Interpreter,
  expr: MemberExpr,
  locations: readonly AbstractLocation[],
  write: boolean,
): void {
  const owner = expr.arrow ? pointee(expr.base.type) : expr.base.type;
  if (owner?.kind !== 'record') return;
  if (interpreter.unit.symbols.record(owner.name)?.union !== true) return;
  if (!write && expr.type.kind !== 'array' && expr.type.kind !== 'record') return;
  const { ids, state } = interpreter;
  for (const { object, path } of locations) {
    const known = state.object(object);
    if (known !== undefined && known.initial === 'zero')
      state.setObject({ ...known, initial: 'unknown' });
    markWritten(interpreter, object);
    interpreter.recordWrite(object, '*');
    for (const [other, cell] of ids.cellsOf(object))
      if (other !== path) forgetCell(interpreter, cell, expr);
    for (const part of ids.partsOf(object))
      if (ids.placeOfPart(part)?.path !== path) forgetPart(interpreter, part, expr);
  }
}

function forgetPart(interpreter: Interpreter, part: number, key: MemberExpr, depth = 0): void {
  const { ids, state } = interpreter;
  const known = state.object(part);
  if (known !== undefined) state.setObject({ ...known, initial: 'unknown' });
  for (const cell of ids.cellsOf(part).values()) forgetCell(interpreter, cell, key);
  if (depth > 3) return;
  for (const inner of ids.partsOf(part)) forgetPart(interpreter, inner, key, depth + 1);
}

function forgetCell(interpreter: Interpreter, cell: number, key: MemberExpr): void {
  if (interpreter.state.get(cell) === undefined) return;
  interpreter.state.set(cell, interpreter.fresh(key, `union ${cell}`, TOP_FACTS));
}
