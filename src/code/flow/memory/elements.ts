import type { Value } from '../domain/value.ts';
import type { ValueNumbering } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { AbstractLocation } from './lvalue.ts';

/**
 * What is stored at an index that is no number is read again at the same index, as long as neither
 * the index nor any element changes in between: `v[i] = make(); if (!v[i]) return;`.
 */

/** Remembers what was just stored in one element. */
export function rememberElement(
  interpreter: Interpreter,
  location: AbstractLocation,
  value: Value,
): void {
  const { ids, state } = interpreter;
  const held = state.get(ids.cell(location.object, location.path));
  if (held === undefined || held.root === 0) return;
  const key = elementKey(ids, location, held);
  if (key === undefined) return;
  state.set(ids.elementCell(key, [location.at?.root ?? 0, held.root]), value);
}

/** What was stored in an element last, where that is known. @param held what all elements hold */
export function rememberedElement(
  { ids, state }: Interpreter,
  location: AbstractLocation,
  held: Value,
): Value | undefined {
  const key = elementKey(ids, location, held);
  const cell = key === undefined ? undefined : ids.knownElementCell(key);
  return cell === undefined ? undefined : state.get(cell);
}

/** The name of one element among all that a location stands for; undefined where its index is not known whole. */
export function elementKey(
  ids: ValueNumbering,
  { object, path, at }: AbstractLocation,
  held: Value,
): string | undefined {
  if (at === undefined || at.root === 0) return undefined;
  if (openIndexes(ids, object) + (path === '[]' ? 1 : 0) !== 1) return undefined;
  const cell = ids.cell(object, path);
  return `${cell}: ${held.root}*${held.scale}+${held.add} at ${at.root}*${at.scale}+${at.add}`;
}

/** At how many indexes that are no numbers an object lies. */
export function openIndexes(ids: ValueNumbering, object: number): number {
  let count = 0;
  for (let place = ids.placeOfPart(object); place; place = ids.placeOfPart(place.object))
    if (place.path === '[]') count += 1;
  return count;
}

/** Notes that an array holds blocks at an index that is no number. */
export function recordBlockInArray(interpreter: Interpreter, object: number, value: Value): void {
  if (value.root === 0) return;
  const { ids, state, blocksInArrays } = interpreter;
  const { targets } = state.facts(value.root);
  if (targets.length === 0) return;
  const top = ids.outermost(object);
  const blocks = blocksInArrays.get(top) ?? new Set();
  for (const target of targets) blocks.add(target.object);
  blocksInArrays.set(top, blocks);
}

/**
 * Whether a block in an array may be in use elsewhere: code reads elements without saying which, to
 * release each, say, or the array outlives the function. The block of an earlier round of a loop is
 * as the one of the last round.
 */
export function isReachedByArray(
  { blocksInArrays, looselyRead, ids, state }: Interpreter,
  block: number,
): boolean {
  for (const [top, blocks] of blocksInArrays) {
    if (!looselyRead.has(top) && state.object(top)?.escaped !== true) continue;
    for (const held of blocks)
      if (held === block || ids.knownRoot(held, 'earlier') === block) return true;
  }
  return false;
}
