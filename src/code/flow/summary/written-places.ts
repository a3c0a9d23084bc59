import type { LoweredFunction } from '../../c/ir/ast.ts';
import type { ReturnState } from '../domain/state.ts';
import type { ValueNumbering } from '../domain/value-numbering.ts';
import { boundedPlaces, placeOf, type WrittenPlaces } from '../domain/written-places.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * What a function writes, itself or through what it calls, that is neither its own memory nor told by the cells
 * behind its parameters or by the globals.
 */
export function writtenPlaces(
  fn: LoweredFunction,
  interpreter: Interpreter,
  exits: readonly ReturnState[],
): WrittenPlaces {
  const { ids } = interpreter;
  const places = new Set(interpreter.calledPlaces);
  const own = new Set(
    [...fn.locals, ...fn.parameters].map((variable) => ids.root(variable.id, 'variable')),
  );
  const given = new Set(
    fn.parameters.map((parameter) => {
      const root = ids.root(parameter, 'parameter');
      return exits[0]?.state.facts(root).targets[0]?.object ?? ids.root(root, 'pointee');
    }),
  );
  for (const [object, paths] of interpreter.writtenPaths) {
    const top = ids.outermost(object);
    if (own.has(top) || isMadeHere(top, exits)) continue;
    const isStatic = ids.statics.has(top);
    for (const path of paths) {
      if (given.has(object)) continue;
      if (isStatic && object === top && (path === '' || path === '*')) continue;
      if (path !== '*') places.add(placeOf(path));
      else places.add(wholeOf(ids, object));
      // A plain value is an element of itself.
      if (path === '[]') places.add('');
    }
  }
  return boundedPlaces(places);
}

/** Whether a function has allocated an object itself, or it is text of the code. */
function isMadeHere(object: number, exits: readonly ReturnState[]): boolean {
  return exits.some(({ state }) => {
    const known = state.object(object);
    return known?.kind === 'literal' || known?.family !== undefined;
  });
}

/** What all of an object is called: by the field that it lies in, or whose pointer led there. */
function wholeOf(ids: ValueNumbering, object: number): string {
  let at = object;
  for (let depth = 0; depth < MAX_LEAD; depth += 1) {
    const pointer = ids.pointerTo(at);
    const cell = pointer === undefined ? undefined : ids.cellOfInitial(pointer);
    const place = ids.placeOfPart(at) ?? (cell === undefined ? undefined : ids.ownerOf(cell));
    if (place === undefined) return '*';
    if (place.path.startsWith('.')) return `*${place.path}`;
    at = place.object;
  }
  return '*';
}

/** How many elements and plain pointers may lie between an object and the field that leads to it. */
const MAX_LEAD = 4;
