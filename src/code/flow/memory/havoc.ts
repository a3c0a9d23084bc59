import { type CType, pointee } from '../../c/ir/types.ts';
import { type Assumptions, assuming } from '../domain/assumptions.ts';
import { initialContent } from '../domain/initial-content.ts';
import type { Taint } from '../domain/taint.ts';
import { rootValue, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { forgetInitialOfArrays, knownObject } from './objects.ts';
import { overlappingObjects, pathsOverlap } from './overlap.ts';

const HAVOCKED = assuming('havocked');

/**
 * Forgets what an object holds, because code that is not seen may have written it.
 * @param what as far as is known: `[]` for elements or a plain value, `*` for all that is there
 * @param assumed what the new numbers rest on, where that is known: a library function that reads input leaves nothing to assume
 */
export function havoc(
  interpreter: Interpreter,
  object: number,
  key: unknown,
  taint: Taint | undefined,
  depth = 0,
  what: '[]' | '*' = '*',
  assumed?: Assumptions,
): void {
  interpreter.recordWrite(object, what);
  forgetInitialOfArrays(interpreter, object);
  forgetObject(interpreter, object, key, taint, depth, assumed);
  const { ids, state } = interpreter;
  const place = ids.placeOfPart(object);
  if (place === undefined || state.object(object) === undefined) return;
  // The inner record of one element is perhaps that of another.
  for (const other of overlappingObjects(ids, object))
    if (knownObject(interpreter, other) !== undefined)
      forgetObject(interpreter, other, key, taint, depth);
  // A field whose address is taken is a part and a cell of its record: the record may know its value.
  const cell = ids.cell(object, '');
  const isKnown = initialContent(state, place.object) === 'zero' || holds(interpreter, cell);
  if (isKnown) forgetCell(interpreter, cell, key, taint, assumed);
  // The record may be one that another index leads to.
  for (const other of overlappingObjects(ids, place.object)) {
    const known = knownObject(interpreter, other);
    if (known?.initial === 'zero') state.setObject({ ...known, initial: 'unknown' });
    for (const [path, same] of ids.cellsOf(other))
      if (pathsOverlap(path, place.path) && holds(interpreter, same))
        forgetCell(interpreter, same, key, taint);
  }
}

function forgetObject(
  interpreter: Interpreter,
  object: number,
  key: unknown,
  taint: Taint | undefined,
  depth: number,
  assumed?: Assumptions,
): void {
  const known = interpreter.state.object(object);
  if (known === undefined || depth > 3) return;
  if (known.kind === 'literal') return;
  interpreter.written.add(object);
  for (const part of interpreter.ids.partsOf(object))
    forgetObject(interpreter, part, key, taint, depth + 1, assumed);
  interpreter.state.setObject({
    ...known,
    initial: 'unknown',
    terminated: 'unknown',
    maxLength: Number.POSITIVE_INFINITY,
    length: undefined,
    tail: undefined,
    taint: taint ?? known.taint,
    text: undefined,
  });
  for (const cell of interpreter.ids.cellsOf(object).values()) {
    const value = interpreter.state.get(cell) ?? heldAtFirst(interpreter, cell);
    if (value === undefined) continue;
    for (const target of value.root === 0 ? [] : interpreter.state.facts(value.root).targets) {
      if (target.object !== object) havoc(interpreter, target.object, key, undefined, depth + 1);
    }
    // What came from a caller still does.
    const isFirst = interpreter.state.get(cell) === undefined;
    const before = isFirst ? interpreter.factsOf(value).taint : undefined;
    forgetCell(interpreter, cell, key, taint ?? before, assumed);
  }
}

/** Forgets the numbers that an object holds as constants, and its zeros from the beginning. */
export function forgetConstants(interpreter: Interpreter, object: number, key: unknown): void {
  const { ids, state } = interpreter;
  const known = state.object(object);
  if (known?.initial === 'zero') state.setObject({ ...known, initial: 'unknown' });
  for (const cell of ids.cellsOf(object).values()) {
    const value = state.get(cell);
    if (value !== undefined && isConstant(interpreter, value))
      forgetCell(interpreter, cell, key, undefined);
  }
  for (const part of ids.partsOf(object)) forgetConstants(interpreter, part, key);
}

/**
 * Forgets what the cells of an object hold, and of what they lead to, but not what is known of its text. What an
 * allocation has given is hardly ever taken from its place.
 */
export function forgetCells(
  interpreter: Interpreter,
  object: number,
  key: unknown,
  depth = 0,
): void {
  const { ids, state } = interpreter;
  const known = state.object(object);
  if (known === undefined || known.kind === 'literal' || depth > 3) return;
  if (known.initial === 'zero') state.setObject({ ...known, initial: 'unknown' });
  for (const cell of ids.cellsOf(object).values()) {
    const value = state.get(cell) ?? heldAtFirst(interpreter, cell);
    if (value === undefined) continue;
    const { nullOrigin, taint } = interpreter.factsOf(value);
    if (nullOrigin?.kind === 'failure') continue;
    for (const target of value.root === 0 ? [] : state.facts(value.root).targets)
      if (target.object !== object) forgetCells(interpreter, target.object, key, depth + 1);
    forgetCell(interpreter, cell, key, taint);
  }
  for (const part of ids.partsOf(object)) forgetCells(interpreter, part, key, depth + 1);
}

/** Whether a value is one number; a pointer that a function has left null is known by where that comes from. */
function isConstant(interpreter: Interpreter, value: Value): boolean {
  if (value.root !== 0 && interpreter.factsOf(value).nullOrigin !== undefined) return false;
  const { lo, hi } = interpreter.range(value);
  return lo === hi;
}

/** What code writes through a pointer of a type: numbers and pointers are written by themselves. */
export function writtenThrough(type: CType): '[]' | '*' {
  const kind = pointee(type)?.kind;
  return kind === 'int' || kind === 'float' || kind === 'pointer' ? '[]' : '*';
}

/**
 * Forgets what one cell holds.
 * @param assumed what the new number rests on; where it is not given, on what the old one did and on code that is not seen
 */
export function forgetCell(
  interpreter: Interpreter,
  cell: number,
  key: unknown,
  taint: Taint | undefined,
  assumed?: Assumptions,
): void {
  const value = interpreter.state.get(cell) ?? heldAtFirst(interpreter, cell);
  const facts = value === undefined ? TOP_FACTS : interpreter.factsOf(value);
  interpreter.state.set(
    cell,
    interpreter.fresh(key, `havoc ${cell}`, {
      ...TOP_FACTS,
      taint,
      assumed: assumed ?? facts.assumed | HAVOCKED,
    }),
  );
}

export function holds(interpreter: Interpreter, cell: number): boolean {
  return interpreter.state.get(cell) !== undefined || heldAtFirst(interpreter, cell) !== undefined;
}

/** What a cell held before the function, where the function has read it: a copy or a comparison may know it. */
function heldAtFirst(interpreter: Interpreter, cell: number): Value | undefined {
  const initial = interpreter.ids.knownInitial(cell);
  return initial === undefined ? undefined : rootValue(initial);
}
