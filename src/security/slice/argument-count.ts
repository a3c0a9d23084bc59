import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { listParts } from './list-parts.ts';
import type { SourceIndex } from './source-index.ts';

/** Where functions are not told apart by what they are passed. */
const C_FILE = /\.[ch]$/;

/** A list that goes on for more lines is not counted. */
const MAX_LINES = 24;

/**
 * Whether a call in C passes as many arguments as a function takes; true where that cannot be told, as for one that takes
 * any number.
 * @param before a pattern for what stands before the bracket of the call
 */
export function passesAsMany(
  { file, line }: { readonly file: string; readonly line: number },
  before: string,
  callee: GraphFunction,
  index: SourceIndex,
): boolean {
  if (!C_FILE.test(file) || !C_FILE.test(callee.file)) return true;
  const passed = listsBehind(file, line, before, index);
  const name = unqualifiedName(callee.name).replaceAll(/\W/g, '\\$&');
  const [taken] = listsBehind(callee.file, callee.line, `\\b${name}\\s*`, index);
  // Empty brackets of a definition say nothing of what it takes.
  if (passed.length === 0 || taken === undefined || taken.trim() === '') return true;
  if (taken.includes('...')) return true;
  const most = taken.trim() === 'void' ? 0 : countOf(taken);
  return passed.some((list) => countOf(list) === most);
}

/** What stands in the brackets behind the matches that begin on a line, or behind the first one on the next lines. */
function listsBehind(file: string, line: number, before: string, index: SourceIndex): string[] {
  const lines = index.code(file).slice(line - 1, line - 1 + MAX_LINES);
  const text = lines.join('\n');
  const matches = [...text.matchAll(new RegExp(`${before}\\(`, 'g'))];
  const own = matches.filter((match) => match.index <= (lines[0] ?? '').length);
  return (own.length > 0 ? own : matches.slice(0, 1)).flatMap((match) => {
    return textUpToBracket(text, match.index + match[0].length) ?? [];
  });
}

function textUpToBracket(text: string, start: number): string | undefined {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return undefined;
}

function countOf(list: string): number {
  return listParts(list).length;
}
