/**
 * Places that a function writes further away than where its parameters point, as what they are called in any memory:
 * `.length` for that field of a record, `[]` for elements, the empty text for what is no record, `*.state` for all
 * that lies in or behind a field, `*` for all that there is. Field-based, as in Heintze and Tardieu (2001).
 */
export type WrittenPlaces = readonly string[];

/** How many places are told apart; a function that writes more may write any. */
const MAX_PLACES = 256;
const ANYWHERE: WrittenPlaces = ['*'];

/** All that is written where any of several lists says so. */
export function joinPlaces(all: readonly WrittenPlaces[]): WrittenPlaces {
  return boundedPlaces(new Set(all.flat()));
}

/** Places in order, or any place where they are too many. */
export function boundedPlaces(places: ReadonlySet<string>): WrittenPlaces {
  return places.has('*') || places.size > MAX_PLACES ? ANYWHERE : [...places].sort();
}

/** What a part of an object is called in any memory. */
export function placeOf(path: string): string {
  return path.startsWith('[') ? '[]' : path;
}
