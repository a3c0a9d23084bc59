import { joinSplicedLines } from './splices.ts';

/** What a token is. A directive is the whole line, or lines, of the preprocessor. */
type TokenKind = 'word' | 'number' | 'string' | 'character' | 'sign' | 'directive';

/** A token of C or C++, with the offsets of its first character and behind its last one. */
export interface Token {
  readonly kind: TokenKind;
  /** As it is read: without spliced lines, digraphs as the signs that they mean. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The groups: space and comments, a raw string's delimiter, strings, characters, words, numbers, signs. */
const NEXT = new RegExp(
  [
    '((?:[ \\t\\r\\n\\f\\v\\uFEFF]|//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$))+)',
    '((?:u8|[uUL])?R"([^\\s()\\\\]{0,16})\\()',
    '((?:u8|[uUL])?"(?:\\\\[\\s\\S]|[^"\\\\\\n])*"?)',
    "((?:u8|[uUL])?'(?:\\\\[\\s\\S]|[^'\\\\\\n])*'?)",
    '((?:[\\p{L}_$]|\\\\u[\\da-fA-F]{4})(?:[\\p{L}\\p{N}\\p{M}_$]|\\\\u[\\da-fA-F]{4})*)',
    "(\\.?\\d(?:[eEpP][+-]|[\\w.]|'\\w)*)",
    '(%:%:|<:(?!:[^:>])|:>|<%|%>|%:|##|::|->|\\+\\+|--|&&|\\|\\||[-+*/%&|^<>=!]=|<<=?|>>=?|\\.\\.\\.|[\\s\\S])',
  ].join('|'),
  'uy',
);

const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
  ['%:', '#'],
  ['%:%:', '##'],
]);

/**
 * Splits C or C++ into tokens (C11 6.4, C++20 lex). It knows nothing of the grammar and so shares no
 * mistake with the parser. Nothing fails: what is no token is a sign of one character, and what
 * is not closed ends with its line or with the text.
 */
export function lex(text: string): Token[] {
  const logical = joinSplicedLines(text);
  const tokens: Token[] = [];
  const source = logical.text;
  const next = new RegExp(NEXT);
  let isLineStart = true;
  const add = (kind: TokenKind, read: string, start: number, end: number) => {
    const from = logical.place(start);
    tokens.push({ kind, text: read, start: from, end: logical.place(end - 1) + 1 });
    isLineStart = false;
  };
  for (let at = 0; at < source.length; at = next.lastIndex) {
    next.lastIndex = at;
    const [whole = '', space, raw, delimiter = '', string, character, word, number] =
      next.exec(source) ?? [];
    if (whole === '') break;
    if (space !== undefined) isLineStart ||= withoutComments(space).includes('\n');
    else if (raw !== undefined) {
      const close = source.indexOf(`)${delimiter}"`, next.lastIndex);
      next.lastIndex = close < 0 ? source.length : close + delimiter.length + 2;
      add('string', source.slice(at, next.lastIndex), at, next.lastIndex);
    } else if (string !== undefined) add('string', string, at, next.lastIndex);
    else if (character !== undefined) add('character', character, at, next.lastIndex);
    else if (word !== undefined) add('word', word, at, next.lastIndex);
    else if (number !== undefined) add('number', number, at, next.lastIndex);
    else {
      const sign = DIGRAPHS.get(whole) ?? whole;
      if (sign === '#' && isLineStart) {
        next.lastIndex = directiveEnd(source, at);
        add('directive', source.slice(at, next.lastIndex), at, next.lastIndex);
      } else add('sign', sign, at, next.lastIndex);
    }
  }
  return tokens;
}

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;

function withoutComments(space: string): string {
  return space.includes('/*') ? space.replace(COMMENT, '') : space;
}

const IN_DIRECTIVE =
  /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|[^\n]/gy;

/** Where a directive ends: with its line, which a comment may go on over the end of. */
function directiveEnd(source: string, start: number): number {
  const part = new RegExp(IN_DIRECTIVE);
  let end = start;
  for (part.lastIndex = start; part.test(source); ) end = part.lastIndex;
  return end;
}
