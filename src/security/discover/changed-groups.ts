import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type ChangeHunk, hunksWithin, type SourceChange } from '../slice/source-change.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { isTestPath } from '../slice/test-paths.ts';
import {
  type FunctionGroup,
  namedGroups,
  type OutsideLines,
  packFunctions,
} from './function-group.ts';

/** Functions that are asked about since they use what was changed outside of functions. */
const MAX_USERS = 8;

/** More names than these say that a whole header was rewritten. */
const MAX_NAMES = 40;

/**
 * The functions that a change touches, in groups, with the changed lines outside of functions: a
 * macro, a type or a table. Where only such lines were changed, the functions that use what they
 * define are asked about. No test is: no attacker reaches one.
 * @param includes whether a file is one that the run reports on
 */
export function changedGroups(
  index: SourceIndex,
  change: SourceChange,
  includes: (file: string) => boolean,
): FunctionGroup[] {
  const files = index.files.filter(
    (file) => change.hunks(file).length > 0 && !isTestPath(file) && includes(file),
  );
  const changed = files.flatMap((file) =>
    index.functionsIn(file).filter((fn) => hunksWithin(change, fn).length > 0),
  );
  const outside = files.flatMap((file) => outsideLines(file, change, index));
  const packed = packFunctions(changed.filter((fn) => !isPartOfAnother(fn, changed)));
  const groups = packed.map((functions) => {
    const own = new Set(functions.map(({ file }) => file));
    return { functions, outside: outside.filter(({ file }) => own.has(file)) };
  });
  const shown = new Set(groups.flatMap((group) => group.outside));
  const alone = outside.filter((lines) => !shown.has(lines));
  const users = usersOf(alone, new Set(changed), index);
  if (alone.length > 0 && users.length > 0) groups.push({ functions: users, outside: alone });
  return namedGroups(groups);
}

function isPartOfAnother(fn: GraphFunction, all: readonly GraphFunction[]): boolean {
  return all.some(
    (other) =>
      other !== fn &&
      other.file === fn.file &&
      other.line <= fn.line &&
      fn.endLine <= other.endLine &&
      // Two outlines of the same lines are of a function that `#if` cuts apart.
      (other.line < fn.line || fn.endLine < other.endLine),
  );
}

/** The stretches of changed lines of a file that no function holds, as lines of the head. */
function outsideLines(file: string, change: SourceChange, index: SourceIndex): OutsideLines[] {
  const last = index.lines(file).length;
  return change.hunks(file).flatMap((hunk): OutsideLines[] => {
    const stretch = stretchOf(hunk, last);
    const isInside = (line: number) => index.functionAt(file, line) !== undefined;
    return isInside(stretch.first) && isInside(stretch.last) ? [] : [{ file, ...stretch }];
  });
}

/** Where lines were only taken away, the two around them. */
function stretchOf({ start, count }: ChangeHunk, last: number): { first: number; last: number } {
  const first = Math.max(1, start);
  const end = count === 0 ? start + 1 : start + count - 1;
  return { first, last: Math.max(first, Math.min(end, last)) };
}

/** Functions that use a name that stands on changed lines outside of functions, those of tests left out. */
function usersOf(
  outside: readonly OutsideLines[],
  known: ReadonlySet<GraphFunction>,
  index: SourceIndex,
): GraphFunction[] {
  const names = new Set(outside.flatMap((lines) => definedNames(lines, index)));
  if (names.size === 0 || names.size > MAX_NAMES) return [];
  const pattern = new RegExp(`\\b(?:${[...names].join('|')})\\b`);
  const found: GraphFunction[] = [];
  for (const file of index.files) {
    if (isTestPath(file)) continue;
    const lines = index.lines(file);
    for (const fn of index.functionsIn(file)) {
      if (known.has(fn)) continue;
      if (lines.slice(fn.line - 1, fn.endLine).some((line) => pattern.test(line))) found.push(fn);
      if (found.length === MAX_USERS) return found;
    }
  }
  return found;
}

/** The names of what was changed or taken away: nothing that was there before uses what is new. */
function definedNames({ file, first, last }: OutsideLines, index: SourceIndex): string[] {
  const hunks = index.change?.hunks(file) ?? [];
  const own = hunks.filter(({ start }) => first <= start + 1 && start <= last);
  return own
    .flatMap(({ removed }) => removed)
    .flatMap((line) => {
      const code = line.replace(/\/\*.*?(?:\*\/|$)|\/\/.*/g, '');
      const macro = /^\s*#\s*define\s+([A-Za-z_]\w*)/.exec(code)?.[1];
      const member = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:;|=|,|$)/.exec(code)?.[1];
      const name = macro ?? member;
      return name === undefined || name.length < 3 ? [] : [name];
    });
}
