import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { isBuiltinName } from './builtin-names.ts';
import { callsInText } from './calls-in-text.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines behind one call, and of one caller. */
const MAX_OF_CALL = 4;
const MAX_LINES = 8;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** How far up the statement of a call is looked for what gets its result. */
const STATEMENT_LINES = 2;

/**
 * The lines of a caller that use, behind its calls, what these leave: what gets the result, and what is reached by the
 * pointers that are passed. A function that leaves something else than before goes wrong there.
 * @param sites the lines of the calls
 * @returns line numbers, ascending
 */
export function usesOfWhatIsLeft(
  { file, endLine: last }: GraphFunction,
  sites: readonly number[],
  { name }: Pick<GraphFunction, 'name'>,
  index: SourceIndex,
): number[] {
  const code = index.code(file);
  const bare = unqualifiedName(name);
  const found = new Set<number>();
  for (const call of sites.flatMap((site) => callsInText(code, site, site))) {
    if (call.name !== bare) continue;
    const names = [...resultOf(code, call.line, bare), ...passedIn(call.passed)];
    const uses = names.map(usePattern);
    let ofCall = 0;
    for (let line = call.endLine + 1; line < last && ofCall < MAX_OF_CALL; line += 1) {
      const text = (code[line - 1] ?? '').slice(0, MAX_LINE);
      if (!uses.some((pattern) => pattern.test(text))) continue;
      ofCall += 1;
      found.add(line);
    }
  }
  return [...found].sort((a, b) => a - b).slice(0, MAX_LINES);
}

/** The variable or field that gets the result of a call: `p` of `q->p = f(`. */
function resultOf(code: readonly string[], line: number, callee: string): string[] {
  const text = code.slice(Math.max(0, line - STATEMENT_LINES), line).join(' ');
  const before = text.slice(0, text.lastIndexOf(callee));
  const [, name] = /(\w+)\s*=(?![=])\s*(?:\([^()]*\)\s*)*$/.exec(before) ?? [];
  return name === undefined ? [] : [name];
}

/** Variables and fields whose value or address is passed: `n` of `&n`, `buf` of `c->buf`. */
function passedIn(passed: string): string[] {
  return passed.split(',').flatMap((argument) => {
    const [, name] =
      /^\s*(?:\([^()]*\*\s*\)\s*)?&?\s*(?:\w+\s*(?:->|\.)\s*)*(\w+)\s*$/.exec(argument) ?? [];
    const isName = name !== undefined && /^[A-Za-z_]/.test(name) && !isBuiltinName(name);
    // Constants are left as they are.
    return isName && !/^[A-Z][A-Z\d_]*$/.test(name) ? [name] : [];
  });
}

/** What is reached through a name, or passed to a call with it; to compare it alone does no harm. */
function usePattern(name: string): RegExp {
  return new RegExp(
    `\\b${name}\\s*(?:->|\\.|\\[)|(?<![\\w)\\]]\\s*)\\*\\s*${name}\\b|\\w\\s*\\([^;]*\\b${name}\\b`,
  );
}
