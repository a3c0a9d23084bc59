import type { Expr, Variable } from '../../c/ir/ast.ts';
import type { CType } from '../../c/ir/types.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import { rootValue, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from './lvalue.ts';

/**
 * Notes how many bytes are written at an offset of an object.
 * @returns whether more were written there before: a byte of a number is no number by itself
 */
export function noteWidth(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
  type: CType,
): 'whole' | 'part' {
  const width = widthOf(interpreter, path, type);
  if (width === undefined) return 'whole';
  const { ids } = interpreter;
  return ids.recordWidth(object, ids.cell(object, path), width) > width ? 'part' : 'whole';
}

/** What bytes that are written at one offset make of numbers that lie around it. */
export function forgetNeighbours(
  interpreter: Interpreter,
  { object, path }: AbstractLocation,
  type: CType,
  expr: Expr | Variable,
): void {
  const { ids, state } = interpreter;
  const width = widthOf(interpreter, path, type);
  const at = offsetOf(path);
  if (width === undefined || at === undefined || !ids.hasMixedWidths(object)) return;
  for (const [other, cell] of ids.cellsOf(object)) {
    const start = other === path ? undefined : offsetOf(other);
    if (start === undefined || state.get(cell) === undefined) continue;
    const size = ids.widestOf(cell) ?? 1;
    if (start < at + width && at < start + size) state.set(cell, partOf(interpreter, cell, expr));
  }
}

/** What a cell holds where it is read with another number of bytes than it was written with. */
export function readAtWidth(
  interpreter: Interpreter,
  { path }: AbstractLocation,
  cell: number,
  value: Value,
  type: CType,
): Value {
  const { ids } = interpreter;
  const widest = ids.widestOf(cell);
  const width = widest === undefined ? undefined : widthOf(interpreter, path, type);
  if (width === undefined || width === widest) return value;
  // Another value has another part.
  const root = ids.root(`${width} bytes of ${value.root} ${value.scale} ${value.add}`, 'part');
  ids.setDefaults(root, { ...factsOfType(type), taint: interpreter.factsOf(value).taint });
  return rootValue(root);
}

/** What a number is of which a part was written. */
export function partOf(interpreter: Interpreter, cell: number, expr: Expr | Variable): Value {
  return interpreter.fresh(expr, `part of ${cell}`, TOP_FACTS);
}

/** Only elements, and what a pointer points to, are written with different numbers of bytes. */
function widthOf(interpreter: Interpreter, path: string, type: CType): number | undefined {
  if (path !== '' && !path.startsWith('[')) return undefined;
  if (type.kind !== 'int' && type.kind !== 'pointer' && type.kind !== 'float') return undefined;
  return interpreter.sizeOf(type);
}

function offsetOf(path: string): number | undefined {
  if (path === '') return 0;
  const [, offset] = /^\[(\d+)\]$/.exec(path) ?? [];
  return offset === undefined ? undefined : Number(offset);
}
