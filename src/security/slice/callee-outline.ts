import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type Excerpt, functionExcerpt, numberedLines } from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines of one outline. */
const MAX_OUTLINE = 70;

/** What frees or moves a block, by its name. */
const RELEASE = /\b\w*(?:free|realloc|release|destroy|unref)\w*\s*\(/i;

/**
 * What a long function gives back to its callers: its returns, what it sets through its parameters, and
 * what it frees, with the conditions around each.
 * @returns undefined where that is too long as well, or nothing
 */
export async function calleeOutline(
  fn: GraphFunction,
  title: string,
  index: SourceIndex,
): Promise<Excerpt | undefined> {
  const lines = linesThatMatter(fn, index);
  // A head alone says no more than the call.
  if (lines.length === 0) return undefined;
  const withConditions = await functionExcerpt(
    fn,
    lines,
    { whole: MAX_OUTLINE, title, depth: 'caller' },
    index,
  );
  if (withConditions.shown.length <= MAX_OUTLINE) return withConditions;
  if (lines.length + 1 > MAX_OUTLINE) return undefined;
  const { file, line, endLine } = fn;
  const shown = numberedLines(file, [...new Set([line, ...lines])], index);
  return { file, title, line, endLine, shown };
}

/** Lines that return, release something, or set what a parameter points to; ascending. */
function linesThatMatter({ file, line, endLine }: GraphFunction, index: SourceIndex): number[] {
  const code = index.code(file);
  const text = (at: number) => code[at - 1] ?? '';
  const setting = settingThrough(parametersOf(code.slice(line - 1, endLine).join('\n')));
  const all = Array.from({ length: endLine - line }, (_, at) => line + at + 1);
  return all.filter(
    (at) => /\breturn\b/.test(text(at)) || RELEASE.test(text(at)) || setting?.test(text(at)),
  );
}

/** The names of the parameters, read from the head of a definition: the last word of each. */
function parametersOf(definition: string): string[] {
  const [, list = ''] = /^[^({]*\(([^{;]*?)\)\s*(?:[\w\s]*)\{/.exec(definition) ?? [];
  return list
    .split(',')
    .flatMap((part) => /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$/.exec(part)?.[1] ?? []);
}

/** `*out = …`, `self->left -= …`, `self->list[i] = …`. */
function settingThrough(parameters: readonly string[]): RegExp | undefined {
  if (parameters.length === 0) return undefined;
  const any = parameters.join('|');
  const assigned = '(?:=(?!=)|[-+|&^*/]=|\\+\\+|--)';
  return new RegExp(`\\*\\s*(?:${any})\\s*${assigned}|\\b(?:${any})(?:->|\\[)[^;=]*${assigned}`);
}
