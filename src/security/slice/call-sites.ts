import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { SourceIndex } from './source-index.ts';

/**
 * The lines of a function on which it calls another. A call through a field is found by any call
 * through a member, since the field may have another name than the function; a call that a macro
 * makes is found nowhere.
 * @returns line numbers, ascending
 */
export function callSites(
  index: SourceIndex,
  caller: GraphFunction,
  callee: Pick<GraphFunction, 'name'>,
): number[] {
  const lines = index.code(caller.file);
  const name = unqualifiedName(callee.name);
  const pattern = caller.calls.includes(callee.name)
    ? new RegExp(`\\b${name.replaceAll(/\W/g, '\\$&')}\\s*\\(`)
    : /(?:->|\.)\s*\w+\s*\)?\s*\(/;
  const found: number[] = [];
  for (let line = caller.line; line <= caller.endLine; line += 1) {
    if (pattern.test(lines[line - 1] ?? '')) found.push(line);
  }
  return found;
}
