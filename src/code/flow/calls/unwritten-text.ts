import type { CallExpr } from '../../c/ir/ast.ts';
import type { CallModel } from '../../library-models/call-model.ts';
import { conversions } from '../../library-models/format-string.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** The arguments that a call reads as text, up to the NUL: its own, those behind which it writes, and those of `%s`. */
export function textsRead(
  interpreter: Interpreter,
  args: readonly Value[],
  { reads = [], writes = [], format }: CallModel,
): readonly number[] {
  const own = reads.filter(({ size }) => size === undefined).map(({ arg }) => arg);
  const extended = writes.filter(({ append }) => append === true).map(({ arg }) => arg);
  const all = new Set([...own, ...extended]);
  const text = format === undefined ? undefined : args[format];
  const known = text && interpreter.pointees(text)[0]?.object.text;
  let next = (format ?? 0) + 1;
  for (const { type, stars, precision } of known === undefined ? [] : conversions(known).items) {
    next += stars;
    if (type === 's' && precision === undefined && stars === 0) all.add(next);
    next += 1;
  }
  return [...all];
}

/** Tells of memory that is read as text though nothing has ever been written there. */
export function tellUnwritten(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
  at: number,
): void {
  const [pointer, arg] = [args[at], expr.args[at]];
  if (pointer === undefined || arg === undefined || interpreter.listener === undefined) return;
  const [place, ...others] = interpreter.pointees(pointer);
  if (place === undefined || others.length > 0) return;
  const { id, initial, escaped, kind } = place.object;
  if (initial !== 'uninitialised' || escaped || !/^(?:variable|heap)$/.test(kind)) return;
  // Single elements that were written do not make the whole array written.
  if (interpreter.ids.partsOf(id).size > 0) return;
  for (const cell of interpreter.ids.cellsOf(id).values())
    if (interpreter.state.get(cell) !== undefined) return;
  interpreter.listener.uninitialised?.(
    { expr: arg, name: interpreter.text(arg), certainty: 'yes', isPointer: false },
    interpreter,
  );
}
