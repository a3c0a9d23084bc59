import type { MemoryObject } from './memory-object.ts';
import type { State } from './state.ts';

/** The nearest object that a state has met of those that another one is a part of. */
export function ownerIn(state: State, id: number): MemoryObject | undefined {
  for (let place = state.ids.placeOfPart(id); place; place = state.ids.placeOfPart(place.object)) {
    const owner = state.object(place.object);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** What bytes of an object hold that were never written; a part that was not met is what its record or array is. */
export function initialContent(state: State, id: number): MemoryObject['initial'] | undefined {
  return (state.object(id) ?? ownerIn(state, id))?.initial;
}
