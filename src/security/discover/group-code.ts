import type { GraphFunction } from '../../code/graph/call-graph.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type Excerpt, numberedLines, withoutSmallGaps } from '../slice/excerpt.ts';
import type { PlaceRoom } from '../slice/place-excerpts.ts';
import { printExcerpt, printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { headLines, hunksWithin } from '../slice/source-change.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { linesUsing } from './changed-groups.ts';
import type { FunctionGroup, OutsideLines } from './function-group.ts';
import { isGuardingChange } from './guarding-change.ts';

/** The functions of a group are what the question is about: more of them is shown than of a candidate's. */
const ROOM: PlaceRoom = { whole: 160, lines: 640 };

/** Of a change that only guards, the functions themselves are enough; the tools have the rest. */
const GUARDING_ROOM: PlaceRoom = { whole: 120, lines: 240, isAlone: true };

/** Lines of one function that what it calls is looked up for. */
const MAX_FOCUS = 60;

/** Lines that are shown of one stretch outside of functions. */
const MAX_OUTSIDE = 60;

/** Lines that are worth a look in a function that is too long to be shown whole. */
const ACCESS = /\[[^\]]+\]|->|\b(?:mem|str)\w+\s*\(|\b(?:m|c|re)?alloc\w*\s*\(|\bfree\s*\(/;

/** The code of a group as who discovers reads it. */
export async function groupCode(group: FunctionGroup, index: SourceIndex): Promise<string> {
  const { functions, outside } = group;
  const room = isGuardingChange(group, index) ? GUARDING_ROOM : ROOM;
  const targets = functions.flatMap((fn) =>
    focusOf(fn, group, index).map((line) => ({ file: fn.file, line, trace: [] })),
  );
  const stretches = outside.flatMap((lines) => outsideExcerpt(lines, index) ?? []);
  const slice = await sliceOf(targets, index, { ...room, beside: stretches });
  const parts = stretches.map(printExcerpt);
  return [...parts, printSlice(slice)].join('\n\n');
}

/** What the scan proposes in these functions. */
export function proposedIn(
  { functions }: FunctionGroup,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return candidates.filter(({ file, line, trace }) =>
    [{ file, line }, ...trace].some((place) =>
      functions.some(
        (fn) => fn.file === place.file && fn.line <= place.line && place.line <= fn.endLine,
      ),
    ),
  );
}

/**
 * The changed lines of a function, or those that use what was changed; without a change all of a short one, and where a
 * long one touches memory.
 */
function focusOf(fn: GraphFunction, { outside }: FunctionGroup, index: SourceIndex): number[] {
  const changed = hunksWithin(index.change, fn)
    .flatMap((hunk) => headLines(hunk, fn.endLine))
    .filter((line) => fn.line <= line);
  // A line that the change has put under another condition is what it is about, too.
  const filled = withoutSmallGaps([...new Set(changed)].sort((a, b) => a - b));
  if (filled.length > 0) return filled.slice(0, MAX_FOCUS);
  const using = linesUsing(fn, outside, index);
  if (using.length > 0) return using.slice(0, MAX_FOCUS);
  const all = Array.from({ length: fn.endLine - fn.line + 1 }, (_, at) => fn.line + at);
  if (all.length <= MAX_FOCUS) return all;
  const lines = index.lines(fn.file);
  const touching = all.filter((line) => ACCESS.test(lines[line - 1] ?? ''));
  return touching.length === 0 ? [fn.line] : touching.slice(0, MAX_FOCUS);
}

/** Whether a line says something, or stands where the change took lines away. */
function isText(file: string, line: number, index: SourceIndex): boolean {
  const text = index.lines(file)[line - 1]?.trim() ?? '';
  const isGap = (index.change?.hunks(file) ?? []).some(
    ({ start, count, removed }) =>
      removed.length > 0 && (start === line || (count === 0 && start + 1 === line)),
  );
  return isGap || !/^(?:[{}]?|\/[*/].*|\*.*)$/.test(text);
}

/** Changed lines outside of functions; undefined where all of them are in functions. */
function outsideExcerpt(
  { file, first, last }: OutsideLines,
  index: SourceIndex,
): Excerpt | undefined {
  const end = Math.min(last, index.lines(file).length);
  const lines = Array.from({ length: end - first + 1 }, (_, at) => first + at)
    .filter((line) => index.functionAt(file, line) === undefined && isText(file, line, index))
    .slice(0, MAX_OUTSIDE);
  if (lines.length === 0) return undefined;
  const shown = numberedLines(file, lines, index);
  return { file, title: 'outside of functions', line: first, endLine: end, shown };
}
