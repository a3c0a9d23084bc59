import type { ValueNumbering } from '../domain/value-numbering.ts';

const NONE: readonly number[] = [];

/** How many arrays in arrays are looked through. */
const MAX_DEPTH = 4;

/**
 * The objects that may be the same memory as another one: elements of an array of records or of
 * arrays, where an index is a number on one way and none on the other. The first record of an array
 * is the object that the array is.
 */
export function overlappingObjects(
  ids: ValueNumbering,
  object: number,
  depth = 0,
): readonly number[] {
  const any = ids.knownPart(object, '[]');
  const place = ids.placeOfPart(object);
  if (place === undefined || depth > MAX_DEPTH) return any === undefined ? NONE : [any];
  const found = any === undefined ? [] : [any];
  const add = (part: number | undefined): void => {
    if (part !== undefined && part !== object && !found.includes(part)) found.push(part);
  };
  for (const owner of [place.object, ...overlappingObjects(ids, place.object, depth + 1)]) {
    // A field of another element is met here for the first time, perhaps.
    add(
      place.path.startsWith('.') ? ids.part(owner, place.path) : ids.knownPart(owner, place.path),
    );
    if (!place.path.startsWith('[')) continue;
    add(ids.knownPart(owner, '[]'));
    if (place.path !== '[]') continue;
    add(owner);
    for (const part of ids.partsOf(owner))
      if (/^\[\d/.test(ids.placeOfPart(part)?.path ?? '')) add(part);
  }
  return found;
}

/** Whether two paths in objects that may be the same can be the same memory. */
export function pathsOverlap(a: string, b: string): boolean {
  if (a === b) return true;
  return (a === '[]' && b.startsWith('[')) || (b === '[]' && a.startsWith('['));
}
