import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { relevantLines } from './relevant-lines.ts';
import type { SourceIndex } from './source-index.ts';

/** A longer line is cut here. */
const MAX_LINE = 300;

/** Lines of one function, or of the definitions in one file. */
export interface Excerpt {
  readonly file: string;
  /** What it is, such as `function copy, which calls parse`. */
  readonly title: string;
  /** First and last line of the whole. */
  readonly line: number;
  readonly endLine: number;
  /** The lines that are shown, ascending. */
  readonly shown: readonly { readonly line: number; readonly text: string }[];
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
  const lines = relevantLines(tree, fn, focus, { depth });
  return { file, title, line, endLine, shown: numberedLines(file, lines, index) };
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

/** Lines by their numbers, without secrets: a key that is cut in two looks like none. */
export function numberedLines(
  file: string,
  lines: readonly number[],
  index: SourceIndex,
): Excerpt['shown'] {
  const shown = index.shown(file);
  return lines.map((line) => {
    const whole = shown.at(line);
    return { line, text: whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)} […]` : whole };
  });
}

/** Where a function is, as `src/a.c:3-9`. */
export function locationText({ file, line, endLine }: GraphFunction): string {
  return `${file}:${line}-${endLine}`;
}
