import type { Token } from '../../syntax/lexer.ts';

/** A sign or word that no file holds, where another token stands. */
export function madeToken(text: string, at: Token): Token {
  const kind = /^\w/.test(text) ? 'word' : 'sign';
  return { kind, text, start: at.start, end: at.start };
}
