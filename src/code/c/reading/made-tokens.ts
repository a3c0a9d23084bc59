import type { Token } from '../../syntax/lexer.ts';

/** A sign or word that no file holds, where another token stands. */
export function madeToken(text: string, at: Token): Token {
  const kind = /^\w/.test(text) ? 'word' : 'sign';
  return { kind, text, start: at.start, end: at.start };
}

/** The index behind the bracket that closes the one at an index, or behind the last token. */
export function behindBrackets(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}
