import { callPathsToAll } from './call-paths.ts';
import { calleeExcerpts } from './callee-excerpts.ts';
import { callerExcerpts } from './caller-excerpts.ts';
import { definitionExcerpts } from './definition-excerpts.ts';
import { type Excerpt, type Excerpts, locationText } from './excerpt.ts';
import { type FieldUses, fieldUses } from './field-uses.ts';
import { globalUses } from './global-uses.ts';
import { macroUsers } from './macro-users.ts';
import { namedExcerpts } from './named-excerpts.ts';
import { PLACE_ROOM, type PlaceRoom, placeExcerpts, type SliceTarget } from './place-excerpts.ts';
import { reachedUses } from './reached-uses.ts';
import { restOfChange } from './rest-of-change.ts';
import { setterExcerpts } from './setter-excerpts.ts';
import type { WeakenedPlace } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** What an agent is given of the code around some places, so that it seldom has to ask for more. */
export interface Slice {
  /** The functions with the places themselves, and those that their traces lead through. */
  readonly places: readonly Excerpt[];
  /** Users of macros that hold places, then calls of these functions with the checks before them, callers of callers after callers. */
  readonly callers: readonly Excerpt[];
  /** What the places call, where it is short enough. */
  readonly callees: readonly Excerpt[];
  /** What is said of the places names it. */
  readonly named: readonly Excerpt[];
  /** Where fields are used that the places set or that are no longer set or checked there, then variables of the file. */
  readonly fields: readonly FieldUses[];
  /** The functions that set those of these fields of which the change took a check away. */
  readonly setters: readonly Excerpt[];
  /** What the change did elsewhere, as far as it is short. */
  readonly rest: readonly Excerpt[];
  /** Of one file each. */
  readonly definitions: readonly Excerpt[];
  /** What change rules say of the functions that are shown, one line each. */
  readonly weakened: readonly string[];
  /** Ways from functions that nothing is known to call to the places: `main -> parse -> copy`. */
  readonly paths: readonly string[];
  /** What was left out, one line each. */
  readonly omitted: readonly string[];
}

const NOTHING: Excerpts = { excerpts: [], omitted: [] };

/** Fields and variables of a file whose uses are shown. */
const MAX_FIELDS = 3;
const MAX_GLOBALS = 2;

/** Slices that are kept: one is wanted several times, as its group is keyed, asked about and kept. */
const MAX_KEPT = 128;

const kept = new WeakMap<SourceIndex, Map<string, Promise<Slice>>>();

/**
 * Works out the slice of some places, the same for the same tree.
 * @param room how much of the functions of the places is shown
 */
export function sliceOf(
  places: readonly SliceTarget[],
  index: SourceIndex,
  room: PlaceRoom = PLACE_ROOM,
): Promise<Slice> {
  const slices = kept.get(index) ?? new Map<string, Promise<Slice>>();
  kept.set(index, slices);
  const trace = (place: SliceTarget) => place.trace.map(({ file, line }) => [file, line]);
  const targets = places.map((place) => [place.file, place.line, trace(place), place.text ?? '']);
  const key = JSON.stringify([targets, room]);
  const slice = slices.get(key) ?? makeSlice(places, index, room);
  slices.set(key, slice);
  const [oldest] = slices.keys();
  if (slices.size > MAX_KEPT && oldest !== undefined) slices.delete(oldest);
  return slice;
}

async function makeSlice(
  places: readonly SliceTarget[],
  index: SourceIndex,
  room: PlaceRoom,
): Promise<Slice> {
  const own = await placeExcerpts(places, index, room);
  const isAlone = room.isAlone === true;
  const outside = places.filter(({ file, line }) => index.functionAt(file, line) === undefined);
  const users = isAlone ? NOTHING : await macroUsers(outside, index);
  const callers = isAlone ? NOTHING : joined(users, await callerExcerpts(own, index));
  const callees = isAlone
    ? NOTHING
    : await calleeExcerpts(own, [...own.excerpts, ...callers.excerpts], index);
  const texts = places.flatMap(({ text }) => text ?? []);
  const before = [...own.excerpts, ...callers.excerpts, ...callees.excerpts];
  const named = namedExcerpts(texts, before, index);
  const fields = isAlone
    ? []
    : eachFieldOnce(own.own.flatMap((fn) => fieldUses(fn, own.focus.get(fn) ?? [], index))).slice(
        0,
        MAX_FIELDS,
      );
  const setters = await setterExcerpts(fields, [...before, ...named.excerpts], index);
  const globals = isAlone
    ? []
    : await Promise.all(own.own.map((fn) => globalUses(fn, own.focus.get(fn) ?? [], index)));
  const reached = isAlone ? [] : await Promise.all(own.own.map((fn) => reachedUses(fn, index)));
  const passed = own.excerpts.filter((one) => !own.nearest.includes(one));
  const around = [
    ...passed,
    ...callers.excerpts,
    ...callees.excerpts,
    ...named.excerpts,
    ...setters,
  ];
  const definitions = await definitionExcerpts(own.nearest, around, own.focus, index);
  const rest = restOfChange(
    [...(room.beside ?? []), ...before, ...named.excerpts, ...setters, ...definitions.excerpts],
    index,
  );
  const more = rest.left === 0 ? [] : [`${rest.left} more stretches of the change`];
  // What there was no room for in one part may stand in another.
  const shown = [...named.excerpts, ...setters].map((one) => `(${locationText(one)})`);
  const omitted = [own, named, callers, callees, definitions]
    .flatMap((part) => part.omitted)
    .filter((line) => !shown.some((place) => line.includes(place)));
  return {
    places: own.excerpts,
    callers: callers.excerpts,
    callees: callees.excerpts,
    named: named.excerpts,
    rest: rest.excerpts,
    fields: eachFieldOnce([
      ...fields,
      ...eachFieldOnce(globals.flat()).slice(0, MAX_GLOBALS),
      ...eachFieldOnce(reached.flat()).slice(0, MAX_GLOBALS),
    ]),
    setters,
    definitions: definitions.excerpts,
    weakened: weakenedIn([...own.excerpts, ...around], index),
    paths: isAlone ? [] : callPathsToAll(own.own, index),
    omitted: [...new Set([...more, ...omitted])],
  };
}

/** A field of one type that several functions set is listed once. */
function eachFieldOnce(fields: readonly FieldUses[]): FieldUses[] {
  return fields.filter(
    ({ field, type }, at) =>
      fields.findIndex((one) => one.field === field && one.type === type) === at,
  );
}

/** Two lists as one; what is in the first is not there twice. */
function joined(first: Excerpts, second: Excerpts): Excerpts {
  const isNew = ({ file, line }: Excerpt) =>
    !first.excerpts.some((known) => known.file === file && known.line === line);
  return {
    excerpts: [...first.excerpts, ...second.excerpts.filter(isNew)],
    omitted: [...first.omitted, ...second.omitted],
  };
}

/** What the engine says of the change in these excerpts. */
function weakenedIn(excerpts: readonly Excerpt[], { change }: SourceIndex): string[] {
  const inside = (place: WeakenedPlace) =>
    excerpts.some(
      ({ file, line, endLine }) =>
        file === place.file && line <= place.line && place.line <= endLine,
    );
  return (change?.weakened ?? [])
    .filter(inside)
    .map(({ file, line, description }) => `${file}:${line}: ${description}`);
}
