import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { linesBehind } from './lines-behind.ts';
import { relevantLines } from './relevant-lines.ts';
import { type ChangeHunk, headLines, hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** A longer line is cut here. */
const MAX_LINE = 300;

/** So many lines between two that are shown are shown as well. */
const MAX_GAP = 2;

/** Lines of the base in one hunk. */
const MAX_REMOVED = 120;

/** Lines of one function, or of the definitions in one file. */
export interface Excerpt {
  readonly file: string;
  /** What it is, such as `function copy, which calls parse`. */
  readonly title: string;
  /** First and last line of the whole. */
  readonly line: number;
  readonly endLine: number;
  /** The lines that are shown, ascending, with those of the base where the change took them away. */
  readonly shown: readonly ShownLine[];
}

/** A line of the head, or one of the base before the line of the head with this number. */
export interface ShownLine {
  readonly line: number;
  readonly text: string;
  /** Whether the change added it or took it away; missing where both sides have it. */
  readonly side?: 'added' | 'removed';
}

/** Excerpts of one kind, and what there was no room for, one line each. */
export interface Excerpts {
  readonly excerpts: readonly Excerpt[];
  readonly omitted: readonly string[];
}

/**
 * A function whole when it has at most so many lines, otherwise the lines that bear on the focus.
 * @param depth how far what bears on them is followed
 */
export async function functionExcerpt(
  fn: GraphFunction,
  focus: readonly number[],
  { whole, title, depth }: { whole: number; title: string; depth: 'place' | 'caller' },
  index: SourceIndex,
): Promise<Excerpt> {
  const size = fn.endLine - fn.line + 1;
  const tree = size <= whole ? undefined : await index.tree(fn.file);
  if (tree === undefined) return wholeExcerpt(fn, title, index);
  const { file, line, endLine } = fn;
  const hunks = hunksWithin(index.change, fn);
  const changed = hunks.flatMap((hunk) => headLines(hunk, endLine));
  const names = hunks.flatMap(({ removed }) => removed.flatMap(namesOn));
  const wanted = [...focus, ...changed.filter((at) => at >= line)];
  const before = relevantLines(tree, fn, [...focus, ...changed], { depth, names });
  const behind = depth === 'place' ? linesBehind(fn, wanted, index) : [];
  const all = [...before, ...changed.filter((at) => at >= line), ...behind];
  const lines = withoutSmallGaps([...new Set(all)].sort((a, b) => a - b));
  return { file, title, line, endLine, shown: numberedLines(file, lines, index) };
}

/** The names on a line of the base, those in literals and comments left out. */
function namesOn(line: string): readonly string[] {
  const code = line.replaceAll(/"(?:\\.|[^"\\])*"|\/\*.*?(?:\*\/|$)|\/\/.*/g, '');
  return code.match(/[A-Za-z_]\w*/g) ?? [];
}

/** An excerpt with further lines of its function. */
export function withMoreLines(
  excerpt: Excerpt,
  lines: readonly number[],
  index: SourceIndex,
): Excerpt {
  const known = new Set(
    excerpt.shown.flatMap(({ line, side }) => (side === 'removed' ? [] : [line])),
  );
  if (lines.every((line) => known.has(line))) return excerpt;
  const all = withoutSmallGaps([...known.union(new Set(lines))].sort((a, b) => a - b));
  return { ...excerpt, shown: numberedLines(excerpt.file, all, index) };
}

/** A mark for what is left out costs as much as a line or two, and hides labels, conditions and ends of blocks. */
export function withoutSmallGaps(lines: readonly number[]): number[] {
  return lines.flatMap((line, at) => {
    const before = lines[at - 1];
    const gap = before === undefined ? 0 : line - before - 1;
    const between =
      gap > MAX_GAP ? [] : Array.from({ length: gap }, (_, step) => line - gap + step);
    return [...between, line];
  });
}

/** Lines around a changed one, where a function is not shown for its own sake. */
const NEAR_CHANGED = 4;

/** A change of more lines than these is not shown beside a call. */
const MAX_CHANGED = 24;

/**
 * The lines near the focus alone, with the head of the function.
 * @param withChange whether lines that the change wrote are shown as well: what is passed may come from there
 */
export function nearExcerpt(
  fn: GraphFunction,
  focus: readonly number[],
  distance: number,
  index: SourceIndex,
  withChange = false,
): Excerpt {
  const { file, name, line, endLine } = fn;
  const hunks = withChange ? hunksWithin(index.change, fn) : [];
  const written = hunks.flatMap((hunk) => headLines(hunk, endLine));
  const changed = written.length <= MAX_CHANGED ? written : [];
  const isNear = (at: number) =>
    focus.some((one) => Math.abs(one - at) <= distance) ||
    changed.some((one) => Math.abs(one - at) <= NEAR_CHANGED);
  const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
  const lines = all.filter((at) => at < line + 3 || isNear(at));
  return {
    ...{ file, title: `function ${name}`, line, endLine },
    shown: numberedLines(file, lines, index),
  };
}

/** All lines of a stretch of a file. */
export function wholeExcerpt(
  { file, line, endLine }: Pick<GraphFunction, 'file' | 'line' | 'endLine'>,
  title: string,
  index: SourceIndex,
): Excerpt {
  const lines = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
  return { file, title, line, endLine, shown: numberedLines(file, lines, index) };
}

/**
 * Lines by their numbers, without secrets: a key that is cut in two looks like none. Where the change
 * took lines away between them, these are shown as well.
 */
export function numberedLines(
  file: string,
  lines: readonly number[],
  index: SourceIndex,
): Excerpt['shown'] {
  const shown = index.shown(file);
  const hunks = index.change?.hunks(file) ?? [];
  const placed = new Set<ChangeHunk>();
  return lines.flatMap((line): ShownLine[] => {
    const isAdded = hunks.some(({ start, count }) => start <= line && line < start + count);
    const own = {
      line,
      text: cutLine(shown.at(line)),
      ...(isAdded ? { side: 'added' as const } : {}),
    };
    const gone = (at: number) =>
      removedAt(hunks, at, placed).map((text): ShownLine => {
        return { line: at, text: cutLine(text), side: 'removed' };
      });
    // What was taken away after the last line that is shown has no line of its own to stand before.
    return [...gone(line), own, ...(lines.includes(line + 1) ? [] : gone(line + 1))];
  });
}

/** The lines of the base that stood before a line of the head, each hunk once. */
function removedAt(
  hunks: readonly ChangeHunk[],
  line: number,
  placed: Set<ChangeHunk>,
): readonly string[] {
  const own = hunks.filter(
    (hunk) =>
      !placed.has(hunk) && (hunk.count === 0 ? hunk.start + 1 === line : hunk.start === line),
  );
  for (const hunk of own) placed.add(hunk);
  return own.flatMap(({ removed }) =>
    removed.length <= MAX_REMOVED
      ? removed
      : [
          ...removed.slice(0, MAX_REMOVED),
          `[${removed.length - MAX_REMOVED} more lines of the base]`,
        ],
  );
}

function cutLine(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} […]` : text;
}

/** Where a function is, as `src/a.c:3-9`. */
export function locationText({
  file,
  line,
  endLine,
}: Pick<GraphFunction, 'file' | 'line' | 'endLine'>): string {
  return `${file}:${line}-${endLine}`;
}
