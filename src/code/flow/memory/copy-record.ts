import type { Expr, Variable } from '../../c/ir/ast.ts';
import { rootValue, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { openIndexes } from './elements.ts';
import { isOutside, markEscaped } from './escape.ts';
import { havoc } from './havoc.ts';
import type { LValue } from './lvalue.ts';
import { subObject } from './objects.ts';
import { overlappingObjects } from './overlap.ts';
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
  const isInMemory = source?.type.kind === 'record' && IN_MEMORY.has(source.kind);
  // Only where it is known: asking for the targets of an unknown value would make one.
  const [target, ...more] =
    isInMemory && value.root !== 0 ? interpreter.state.facts(value.root).targets : [];
  // What is known of an element at any index is not known of each.
  const isKnown =
    target !== undefined && more.length === 0 && openIndexes(interpreter.ids, target.object) === 0;
  const isOne = lvalue.strong && lvalue.locations.length === 1;
  for (const location of lvalue.locations) {
    const object = subObject(interpreter, location.object, location.path);
    markWritten(interpreter, object);
    interpreter.recordWrite(object, '*');
    if (!isOne || !isKnown) havoc(interpreter, object, expr, undefined);
    else if (target.object !== object) copyContent(interpreter, object, target.object, expr, 0);
    for (const other of overlappingObjects(interpreter.ids, object))
      havoc(interpreter, other, expr, undefined);
  }
}

/** Makes an object hold what another one holds, so far as that is known: its cells, and those of its parts. */
function copyContent(
  interpreter: Interpreter,
  to: number,
  from: number,
  key: unknown,
  depth: number,
): void {
  const { ids, state } = interpreter;
  const source = state.object(from);
  const known = state.object(to);
  if (known !== undefined)
    state.setObject({
      ...known,
      initial: source?.initial ?? 'unknown',
      terminated: source?.terminated ?? 'unknown',
      maxLength: source?.maxLength ?? Number.POSITIVE_INFINITY,
      length: source?.length,
      tail: source?.tail,
      text: source?.text,
      taint: source?.taint,
    });
  const paths = new Set([...ids.cellsOf(to).keys(), ...ids.cellsOf(from).keys()]);
  for (const path of paths) {
    if (!belongsTo(path, depth)) continue;
    const cell = ids.cell(to, path);
    const original = ids.cell(from, path);
    // What was never written is cleared or unwritten in the copy as well, or what it was at first.
    const isOpen = source === undefined || source.initial === 'unknown';
    const held = state.get(original) ?? (isOpen ? rootValue(ids.initial(original)) : undefined);
    if (held === undefined) state.remove(cell);
    else {
      state.set(cell, held);
      if (isOutside(interpreter, to)) markEscaped(interpreter, held);
    }
  }
  const places = new Set(
    [...ids.partsOf(to), ...ids.partsOf(from)].map((part) => ids.placeOfPart(part)?.path ?? ''),
  );
  for (const path of places) {
    if (!belongsTo(path, depth)) continue;
    const part = subObject(interpreter, to, path);
    if (depth < MAX_DEPTH)
      copyContent(interpreter, part, subObject(interpreter, from, path), key, depth + 1);
    else havoc(interpreter, part, key, undefined);
  }
}

/**
 * Whether a path leads into what is copied. The first record of an array is the object that the array is, so that the
 * other elements are none of its content; a field whose address was taken is a cell of its record and the cell of a part.
 */
function belongsTo(path: string, depth: number): boolean {
  return depth === 0 ? path.startsWith('.') : path !== '';
}

/** How many records in records are copied. */
const MAX_DEPTH = 4;

/** The expressions that name a record where it lies, or are one that was just copied. */
const IN_MEMORY: ReadonlySet<Expr['kind']> = new Set([
  'name',
  'member',
  'deref',
  'index',
  'assign',
]);
