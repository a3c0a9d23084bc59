import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import { macrosCalling } from './macro-calls.ts';
import type { SourceIndex } from './source-index.ts';

type Caller = Pick<GraphFunction, 'file' | 'line' | 'endLine' | 'calls'>;

/**
 * The lines of a function on which it calls another. A call through a field is found by any call
 * through a member, since the field may have another name than the function; a call that a macro
 * makes, where the macro stands.
 * @returns line numbers, ascending
 */
export function callSites(
  index: Pick<SourceIndex, 'code' | 'files'>,
  caller: Caller,
  callee: Pick<GraphFunction, 'name'>,
): number[] {
  const name = unqualifiedName(callee.name);
  const isNamed = caller.calls.includes(callee.name);
  const pattern = isNamed
    ? new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}\\s*\\(`)
    : /(?:->|\.)\s*\w+\s*\)?\s*\(/;
  const found = linesOf(caller, pattern, index);
  const macros = found.length === 0 && isNamed ? [...macrosCalling(name, index)] : [];
  if (macros.length === 0) return found;
  return linesOf(caller, new RegExp(`\\b(?:${macros.join('|')})\\b`), index);
}

function linesOf(
  { file, line, endLine }: Caller,
  pattern: RegExp,
  index: Pick<SourceIndex, 'code'>,
): number[] {
  const code = index.code(file);
  const found: number[] = [];
  for (let at = line; at <= endLine; at += 1) if (pattern.test(code[at - 1] ?? '')) found.push(at);
  return found;
}
