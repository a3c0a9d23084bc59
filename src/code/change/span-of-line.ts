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

/** So far below the line where code is gone the next code is looked for. */
const MAX_AHEAD = 3;

const NO_CODE = /^(?:#.*|\/[/*].*|\*(?:[\s/].*)?)?$/s;

/** The text of a line as `spanOfLine`, or of the next one with code where it is empty, a comment or a directive. */
export function spanOfCodeFrom(text: string, line: number): Span {
  const first = spanOfLine(text, line);
  for (let at = line; at < line + MAX_AHEAD; at += 1) {
    const span = spanOfLine(text, at);
    const code = text.slice(span.start, span.end);
    if (!NO_CODE.test(code.trim())) return span;
  }
  return first;
}
