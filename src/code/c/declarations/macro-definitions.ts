import type { Macro } from '../ir/macro.ts';

/** The macro that the text behind `#define` defines, without comments and joined to one line. */
export function macroDefinition(text: string, guard: string): Macro | undefined {
  const [whole, name, list] = /^([A-Za-z_]\w*)(\([^)]*\))?/.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const parameters = list
    ?.slice(1, -1)
    .split(',')
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== '');
  return { name, parameters, body: withoutDigraphs(text.slice(whole.length).trim()), guard };
}

/** `%:` and `%:%:` are other spellings of `#` and `##` (C11 6.4.6). */
function withoutDigraphs(body: string): string {
  return body.includes('%:')
    ? body.replace(
        /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|%:/g,
        (_, literal?: string) => literal ?? '#',
      )
    : body;
}

/**
 * Where the directive that starts at an offset ends: at the first line feed that
 * neither a backslash nor a comment takes away, or with the text.
 */
export function endOfDirective(text: string, start: number): number {
  let at = start;
  let inLineComment = false;
  while (at < text.length) {
    const char = text[at];
    if (char === '\n') return at;
    if (char === '\\') at += text.startsWith('\r\n', at + 1) ? 3 : 2;
    else if (inLineComment) at += 1;
    else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      at = close < 0 ? text.length : close + 2;
    } else if (char === '"' || char === "'") at = literalEnd(text, at, char);
    else {
      inLineComment = text.startsWith('//', at);
      at += 1;
    }
  }
  return text.length;
}

/** Behind the literal that starts at an offset; behind its quote alone where the line does not close it. */
function literalEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += text[at] === '\\' ? 2 : 1)
    if (text[at] === quote) return at + 1;
  return start + 1;
}

const LITERALS_AND_COMMENTS =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** What looks like a comment inside a string, as in `"http://x"`, is none. */
export function withoutComments(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(LITERALS_AND_COMMENTS, (found) => (found.startsWith('/') ? ' ' : found));
}
