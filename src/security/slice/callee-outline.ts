import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { type Excerpt, functionExcerpt, numberedLines } from './excerpt.ts';
import { listParts } from './list-parts.ts';
import { type InQuestion, questionLines } from './question-lines.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines of one outline. */
const MAX_OUTLINE = 70;

/** What frees or moves a block, by its name. */
const RELEASE = /\b\w*(?:free|realloc|release|destroy|unref)\w*\s*\(/i;

/** What an outline is to show. */
interface OutlineRequest {
  readonly title: string;
  readonly about: InQuestion;
  /** Lines that there are for it. */
  readonly room: number;
}

/**
 * What a long function has to do with a question: what it gives back to its callers (its returns, what it sets through its
 * parameters, what it frees), and what it does with the arguments in question, with the conditions around each. Where all of
 * that is too long, lines of each kind in turn.
 * @returns undefined where there is none of it, or no room
 */
export async function calleeOutline(
  fn: GraphFunction,
  { title, about, room }: OutlineRequest,
  index: SourceIndex,
): Promise<Excerpt | undefined> {
  const parameters = parametersOf(fn, index);
  const kinds = [
    ...questionLines(fn, parameters, about, index),
    linesGivingBack(fn, parameters, index),
  ];
  const most = Math.min(MAX_OUTLINE, room);
  const lines = inTurn(kinds, most - 1);
  // A head alone says no more than the call.
  if (lines.length === 0) return undefined;
  if (lines.length < most - 1) {
    const options = { whole: most, title, depth: 'caller' } as const;
    const withConditions = await functionExcerpt(fn, lines, options, index);
    if (withConditions.shown.length <= most) return withConditions;
  }
  const { file, line, endLine } = fn;
  const shown = numberedLines(file, [...new Set([line, ...lines])], index);
  return { file, title, line, endLine, shown };
}

/** So many lines of several lists, the first of each before the second of any; ascending. */
function inTurn(lists: readonly (readonly number[])[], most: number): number[] {
  const found = new Set<number>();
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let round = 0; round < longest; round += 1) {
    for (const lines of lists) {
      const line = lines[round];
      if (line !== undefined && found.size < most) found.add(line);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Lines that return, release something, or set what a parameter points to; ascending. */
function linesGivingBack(
  { file, line, endLine }: GraphFunction,
  parameters: readonly string[],
  index: SourceIndex,
): number[] {
  const code = index.code(file);
  const text = (at: number) => code[at - 1] ?? '';
  const setting = settingThrough(parameters.filter((name) => name !== ''));
  const all = Array.from({ length: endLine - line }, (_, at) => line + at + 1);
  return all.filter(
    (at) => /\breturn\b/.test(text(at)) || RELEASE.test(text(at)) || setting?.test(text(at)),
  );
}

/** The names of the parameters in their order, read from the head of a definition; empty where one has none. */
function parametersOf({ file, line, endLine }: GraphFunction, index: SourceIndex): string[] {
  const definition = index
    .code(file)
    .slice(line - 1, endLine)
    .join('\n');
  const head = /^[^({]*\(([^{;]*?)\)\s*(?:->[^{;]*|[\w\s]*)\{/.exec(definition);
  return listParts(head?.[1] ?? '').map((part) => {
    const [, ofRust, pointer, last] =
      /^\s*(?:mut\s+)?([a-z_]\w*)\s*:(?!:)|\(\s*\*\s*(\w+)\s*\)|([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$/.exec(
        part,
      ) ?? [];
    return ofRust ?? pointer ?? last ?? '';
  });
}

/** `*out = …`, `self->left -= …`, `self->list[i] = …`. */
function settingThrough(parameters: readonly string[]): RegExp | undefined {
  if (parameters.length === 0) return undefined;
  const any = parameters.join('|');
  const assigned = '(?:=(?!=)|[-+|&^*/]=|\\+\\+|--)';
  return new RegExp(`\\*\\s*(?:${any})\\s*${assigned}|\\b(?:${any})(?:->|\\[)[^;=]*${assigned}`);
}
