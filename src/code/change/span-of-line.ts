import type { Span } from '../c/ir/ast.ts';

/** The text of a line, from 1, without its indentation; of the last one where there are fewer lines. */
export function spanOfLine(text: string, line: number): Span {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  const next = text.indexOf('\n', start);
  const end = next < 0 ? text.length : next;
  const indent = /^\s*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: start + indent, end };
}
