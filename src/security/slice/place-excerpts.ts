import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { callSites } from './call-sites.ts';
import { decidingLines } from './deciding-lines.ts';
import {
  type Excerpt,
  type Excerpts,
  functionExcerpt,
  locationText,
  nearExcerpt,
  wholeExcerpt,
  withMoreLines,
} from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

/** How much of the functions of places is shown. */
export interface PlaceRoom {
  /** A function of at most so many lines is shown whole. */
  readonly whole: number;
  /** Of all functions together. */
  readonly lines: number;
  /** Whether callers and what is called are left out. */
  readonly isAlone?: boolean;
  /** What the question shows beside the slice. */
  readonly beside?: readonly Excerpt[];
}

/** Enough for candidates. */
export const PLACE_ROOM: PlaceRoom = { whole: 160, lines: 420 };

/** Lines of a function that a trace only leads through; of a longer one those near its steps are shown. */
const MAX_PASSED = 60;

/** Lines around each line of interest, where a function does not fit otherwise. */
const NEAR_LINES = 4;

/** Lines of a long function that set what its lines of interest use; one alone takes up to three with the gaps around it. */
const MAX_DECIDING = 60;
const WITH_GAPS = 3;

/** Lines before and after a place outside of all functions. */
const CONTEXT_LINES = 5;

/** A place, and others that lead to it. */
export interface SliceTarget {
  readonly file: string;
  readonly line: number;
  readonly trace: readonly { readonly file: string; readonly line: number }[];
  /** What is said of it, where the code that this names is wanted as well. */
  readonly text?: string;
}

/** The functions that places and their traces lie in, with the lines of interest in each. */
export type Focus = ReadonlyMap<GraphFunction, readonly number[]>;

export interface PlaceExcerpts extends Excerpts {
  /** The functions that hold one of the places themselves. */
  readonly own: readonly GraphFunction[];
  /** The excerpts of these, and of places outside of functions; the others are only led through. */
  readonly nearest: readonly Excerpt[];
  readonly focus: Focus;
}

/** The functions of the places, then those that their traces lead through. */
export async function placeExcerpts(
  places: readonly SliceTarget[],
  index: SourceIndex,
  room: PlaceRoom,
): Promise<PlaceExcerpts> {
  const focus = new Map<GraphFunction, number[]>();
  const own: GraphFunction[] = [];
  const excerpts: Excerpt[] = [];
  for (const { file, line, trace } of places) {
    for (const [at, place] of [{ file, line }, ...trace].entries()) {
      const fn = index.functionAt(place.file, place.line);
      if (fn === undefined) addNeighbours(excerpts, place, index);
      else focus.set(fn, [...(focus.get(fn) ?? []), place.line]);
      const isPlace = at === 0 || (place.file === file && place.line === line);
      if (fn !== undefined && isPlace && !own.includes(fn)) own.push(fn);
    }
  }
  const nearest = [...excerpts];
  const omitted: string[] = [];
  let left = room.lines - excerpts.reduce((sum, { shown }) => sum + shown.length, 0);
  for (const fn of [...own, ...[...focus.keys()].filter((other) => !own.includes(other))]) {
    const isOwn = own.includes(fn);
    const most = isOwn ? left : Math.min(left, MAX_PASSED);
    const whole = Math.min(isOwn ? room.whole : MAX_PASSED, left);
    const options = {
      whole,
      title: `function ${fn.name}`,
      depth: isOwn ? 'place' : 'caller',
    } as const;
    const lines = [...(focus.get(fn) ?? []), ...recursiveCalls(fn, index)];
    const relevant = await functionExcerpt(fn, lines, options, index);
    const excerpt =
      relevant.shown.length <= most ? relevant : nearAndDeciding(fn, lines, most, isOwn, index);
    if (excerpt.shown.length > left) omitted.push(`${fn.name} (${locationText(fn)})`);
    else {
      excerpts.push(excerpt);
      if (isOwn) nearest.push(excerpt);
    }
    left -= excerpt.shown.length;
  }
  return { excerpts, omitted, own, nearest, focus };
}

/** The lines near those of interest, and what sets the variables on them, as far as there is room. */
function nearAndDeciding(
  fn: GraphFunction,
  lines: readonly number[],
  most: number,
  isOwn: boolean,
  index: SourceIndex,
): Excerpt {
  const near = nearExcerpt(fn, lines, NEAR_LINES, index);
  const room = Math.min(MAX_DECIDING, Math.floor((most - near.shown.length) / WITH_GAPS));
  if (!isOwn || room < 1) return near;
  return withMoreLines(near, decidingLines(fn, lines, room, index), index);
}

/** Where a function calls itself: what it passes on decides how deep that goes. */
function recursiveCalls(fn: GraphFunction, index: SourceIndex): number[] {
  return fn.calls.includes(fn.name) ? callSites(index, fn, fn).filter((at) => at > fn.line) : [];
}

/** A place outside of all functions is shown with the lines around it. */
function addNeighbours(
  excerpts: Excerpt[],
  { file, line: at }: { readonly file: string; readonly line: number },
  index: SourceIndex,
): void {
  const line = Math.max(1, at - CONTEXT_LINES);
  const endLine = Math.min(index.lines(file).length, at + CONTEXT_LINES);
  if (excerpts.some((other) => other.file === file && other.line === line)) return;
  excerpts.push(wholeExcerpt({ file, line, endLine }, 'outside of functions', index));
}
