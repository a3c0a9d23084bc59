import type { Token } from '../../syntax/lexer.ts';
import { madeToken } from './made-tokens.ts';

/** GNU C's `case 1 ... 5:` as `case (1, 5):`, which is no constant of C and can mean nothing else. */
export function withRangesBracketed(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    result.push(token);
    const range = token.text === 'case' ? rangeAt(tokens, at + 1) : undefined;
    if (range === undefined) continue;
    hasChanged = true;
    const { dots, colon } = range;
    result.push(madeToken('(', token), ...tokens.slice(at + 1, dots));
    result.push(madeToken(',', tokens[dots] ?? token), ...tokens.slice(dots + 1, colon));
    result.push(madeToken(')', tokens[colon] ?? token));
    at = colon - 1;
  }
  return hasChanged ? result : tokens;
}

/** The dots of the range that begins at an index, and the colon behind it. */
function rangeAt(
  tokens: readonly Token[],
  from: number,
): { dots: number; colon: number } | undefined {
  let dots: number | undefined;
  for (let at = from; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (text === '...') dots = at;
    else if (text === ':') return dots === undefined ? undefined : { dots, colon: at };
    else if (/^[;{}]$/.test(text)) return undefined;
  }
  return undefined;
}
