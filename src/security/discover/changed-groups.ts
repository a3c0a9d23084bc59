import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import { type ChangeHunk, hunksWithin, type SourceChange } from '../slice/source-change.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { macroAround, tableAround } from './enclosing-definition.ts';
import {
  CHANGED_LINES,
  type FunctionGroup,
  namedGroups,
  type OutsideLines,
  packFunctions,
} from './function-group.ts';

/** Names that users are looked for of, where a whole header was rewritten. */
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
  const packed = packFunctions(
    changed.filter((fn) => !isPartOfAnother(fn, changed)),
    CHANGED_LINES,
  );
  const groups = packed.map((functions) => {
    const own = new Set(functions.map(({ file }) => file));
    return { functions, outside: outside.filter(({ file }) => own.has(file)) };
  });
  const shown = new Set(groups.flatMap((group) => group.outside));
  const alone = outside.filter((lines) => !shown.has(lines));
  const names = alone.map((lines) => changedNames(lines, index));
  // A function that was changed itself and uses what was changed there is asked about both at once.
  const isUsed = groups.map(({ functions }) =>
    alone.filter((_, at) => functions.some((fn) => isUser(fn, names[at], index))),
  );
  const joined = groups.map((group, at): Omit<FunctionGroup, 'id'> => {
    return { ...group, outside: [...group.outside, ...(isUsed[at] ?? [])] };
  });
  const rest = alone.filter((lines) => !isUsed.some((used) => used.includes(lines)));
  const users = usersOf(rest, new Set(changed), index);
  for (const functions of packFunctions(users, CHANGED_LINES)) {
    const isOf = (lines: OutsideLines) =>
      functions.some((fn) => isUser(fn, changedNames(lines, index), index));
    joined.push({ functions, outside: rest.filter(isOf), isOfUsers: true });
  }
  return namedGroups(joined);
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
  const all = outside.map((lines) => changedNames(lines, index));
  const changed = firstNames(all);
  const names = changed.flatMap((one) => one.names);
  if (names.length === 0) return [];
  const found: GraphFunction[] = [];
  const any = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const own = new Set(outside.map(({ file }) => file));
  // What is changed in a file is most often used there.
  for (const file of index.files.toSorted((a, b) => Number(own.has(b)) - Number(own.has(a)))) {
    // Most files name none of it.
    if (isTestPath(file) || !index.code(file).some((line) => any.test(line))) continue;
    for (const fn of index.functionsIn(file)) {
      if (!known.has(fn) && changed.some((one) => isUser(fn, one, index))) found.push(fn);
    }
  }
  return found;
}

/** The same, so many names at most. */
function firstNames(all: readonly ChangedNames[]): ChangedNames[] {
  let room = MAX_NAMES;
  return all.map(({ names, record }) => {
    const kept = names.slice(0, Math.max(0, room));
    room -= kept.length;
    return { names: kept, record };
  });
}

/** Names of what was changed, and of the record whose members they are. */
interface ChangedNames {
  readonly names: readonly string[];
  /** Its tag and its other names; empty outside of records. */
  readonly record: readonly string[];
}

/**
 * Whether a function uses a changed name. A member counts only in a function that names the record as well, by
 * its type: other records have members of the same name.
 */
function isUser(
  { file, line, endLine }: GraphFunction,
  changed: ChangedNames | undefined,
  index: SourceIndex,
): boolean {
  if (changed === undefined || changed.names.length === 0) return false;
  const text = index
    .code(file)
    .slice(line - 1, endLine)
    .join('\n');
  if (!usePattern(changed).test(text)) return false;
  const { record } = changed;
  return record.length === 0 || new RegExp(`\\b(?:${record.join('|')})\\b`).test(text);
}

function usePattern({ names, record }: ChangedNames): RegExp {
  const any = `(?:${names.join('|')})\\b`;
  return new RegExp(record.length === 0 ? `\\b${any}` : `(?:->|\\.)\\s*${any}`);
}

/** The lines of a function that use what was changed outside of functions. */
export function linesUsing(
  { file, line, endLine }: GraphFunction,
  outside: readonly OutsideLines[],
  index: SourceIndex,
): number[] {
  const changed = outside
    .map((lines) => changedNames(lines, index))
    .filter(({ names }) => names.length > 0);
  const patterns = changed.map(usePattern);
  const code = index.code(file);
  const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
  return all.filter((at) => patterns.some((pattern) => pattern.test(code[at - 1] ?? '')));
}

/** A line of a comment that begins further up: its words name nothing. */
const WITHIN_COMMENT = /^\s*\*(?:\s|\/|$)/;

/**
 * The names of what was changed or taken away, since nothing that was there before uses what is new; and of the macro of
 * several lines or the table that lines were put into.
 */
function changedNames({ file, first, last }: OutsideLines, index: SourceIndex): ChangedNames {
  const hunks = index.change?.hunks(file) ?? [];
  const own = hunks.filter(({ start }) => first <= start + 1 && start <= last);
  const names = own
    .flatMap(({ removed }) => removed)
    .filter((line) => !WITHIN_COMMENT.test(line))
    .flatMap((line) => {
      const code = line.replace(/\/\*.*?(?:\*\/|$)|\/\/.*/g, '');
      const macro = /^\s*#\s*define\s+([A-Za-z_]\w*)/.exec(code)?.[1];
      if (macro !== undefined) return [macro];
      const members = [...code.matchAll(/([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:;|=|,|$)/g)];
      return members.map(([, name = '']) => name);
    });
  const code = index.code(file);
  const around = macroAround(index.lines(file), first) ?? tableAround(code, first);
  if (around !== undefined) return { names: [around], record: [] };
  const isMacro = own.some(({ removed }) => removed.some((line) => /^\s*#/.test(line)));
  return {
    names: [...new Set(names)].filter((name) => name.length > 1),
    record: isMacro ? [] : recordAround(file, first, index),
  };
}

/** A record is looked for so far up and down. */
const MAX_RECORD = 400;

/**
 * The tag and the names of the record that a line is a member of; none where it is too long to see both its ends, since
 * a function may have it by the name at the other one.
 */
function recordAround(file: string, line: number, index: SourceIndex): string[] {
  const code = index.code(file);
  let depth = 0;
  let at = line - 1;
  for (; at > 0 && at > line - MAX_RECORD; at -= 1) {
    const text = code[at - 1] ?? '';
    depth += (text.match(/\}/g)?.length ?? 0) - (text.match(/\{/g)?.length ?? 0);
    if (depth < 0) break;
  }
  if (depth >= 0) return [];
  const head = `${code[at - 2] ?? ''} ${code[at - 1] ?? ''}`;
  const [opened, tag] = /\b(?:struct|union)\b\s*([A-Za-z_]\w*)?[^;{}]*\{[^{}]*$/.exec(head) ?? [];
  if (opened === undefined) return [];
  depth = 1;
  for (let end = at + 1; end <= Math.min(code.length, at + MAX_RECORD); end += 1) {
    const text = code[end - 1] ?? '';
    depth += (text.match(/\{/g)?.length ?? 0) - (text.match(/\}/g)?.length ?? 0);
    if (depth > 0) continue;
    const names = /\}\s*([^;]*)/.exec(text)?.[1]?.match(/[A-Za-z_]\w*/g) ?? [];
    return [...(tag === undefined ? [] : [tag]), ...names];
  }
  return [];
}
