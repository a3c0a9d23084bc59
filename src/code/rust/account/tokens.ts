/** What a token of Rust is. A lifetime counts as a sign: nothing happens in it. */
type RustTokenKind = 'word' | 'number' | 'text' | 'sign';

/** A token of Rust, with the offsets of its first character and behind its last one. */
export interface RustToken {
  readonly kind: RustTokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The groups: space and comments of a line, a comment of several, texts, lifetimes, words, numbers, signs. */
const NEXT = new RegExp(
  [
    '((?:[\\s\\uFEFF]|//[^\\n]*)+)',
    '(/\\*)',
    '((?:b|c)?r(#*)"[\\s\\S]*?"\\4|[bc]?"(?:\\\\[\\s\\S]|[^"\\\\])*"|' +
      "b?'(?:\\\\u\\{[^}]*\\}|\\\\x..|\\\\.|[^'\\\\\\n])')",
    "('[\\p{L}_][\\p{L}\\p{N}_]*)",
    '((?:r#)?[\\p{L}_][\\p{L}\\p{N}\\p{M}_]*)',
    '(\\d\\w*(?:\\.\\d\\w*)?(?:(?<=[eE])[+-]\\d\\w*)?)',
    '(=>|->|::|[\\s\\S])',
  ].join('|'),
  'uy',
);

/**
 * Splits Rust into tokens (Reference, "Tokens"). It knows nothing of the grammar, so it shares no mistake with
 * the parser. Nothing fails: what is no token is a sign of one character.
 */
export function rustTokens(text: string): RustToken[] {
  const tokens: RustToken[] = [];
  const next = new RegExp(NEXT);
  for (let at = 0; at < text.length; at = next.lastIndex) {
    next.lastIndex = at;
    const [whole = '', space, comment, string, , , word, number] = next.exec(text) ?? [];
    if (whole === '') break;
    if (space !== undefined) continue;
    if (comment !== undefined) {
      const end = commentEnd(text, at);
      next.lastIndex = end ?? text.length;
      // What nothing closes is no comment, and whatever stands in it is not read.
      if (end === undefined)
        tokens.push({ kind: 'sign', text: comment, start: at, end: text.length });
      continue;
    }
    const kind = kindOf(string, word, number);
    tokens.push({ kind, text: whole, start: at, end: next.lastIndex });
  }
  return tokens;
}

function kindOf(string?: string, word?: string, number?: string): RustTokenKind {
  if (string !== undefined) return 'text';
  if (word !== undefined) return 'word';
  return number === undefined ? 'sign' : 'number';
}

/** Behind the comment that begins at an offset, if one closes it; comments may stand in comments. */
function commentEnd(text: string, start: number): number | undefined {
  const signs = /\/\*|\*\//g;
  signs.lastIndex = start;
  let depth = 0;
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return undefined;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** The brackets of a text: which closes which, and the first one that has no other one. */
export interface Brackets {
  /** By the index of a token that opens: that of the one which closes, or the number of tokens. */
  readonly ends: ReadonlyMap<number, number>;
  readonly open: RustToken | undefined;
}

/** Pairs the brackets, of which valid Rust has no odd one, also in macros. */
export function pairBrackets(tokens: readonly RustToken[]): Brackets {
  const ends = new Map<number, number>();
  const pending: { readonly index: number; readonly token: RustToken }[] = [];
  let odd: RustToken | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    if (CLOSING.has(token.text)) {
      pending.push({ index, token });
      ends.set(index, tokens.length);
    } else if (')]}'.includes(token.text)) {
      const last = pending.at(-1);
      if (last === undefined) odd ??= token;
      else if (CLOSING.get(last.token.text) === token.text) {
        pending.pop();
        ends.set(last.index, index);
      } else {
        odd ??= last.token;
        pending.pop();
      }
    }
  }
  return { ends, open: odd ?? pending[0]?.token };
}
