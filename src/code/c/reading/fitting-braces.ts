import type { Token } from '../../syntax/lexer.ts';
import { STATEMENT_WORD } from './keywords.ts';
import { madeToken } from './made-tokens.ts';

/** What stands behind the first word of an expression: `p->x = 1`, `free(p)`, `n++`. */
const GOES_ON = /^(?:\(|\[|\.|->|\+\+|--|[-+*/%&|^]?=|<<=|>>=)$/;

/**
 * The tokens of a file in which no brace closes what none has opened. One brace too many has the
 * statements behind it stand outside of functions: without the brace that closed their function too
 * early they are in it again. Where the brace that opens a function is missing, one is made.
 */
export function withFittingBraces(tokens: readonly Token[]): readonly Token[] {
  const early = new Set<Token>();
  /** The tokens before which a brace is missing. */
  const missing = new Set<Token>();
  let depth = 0;
  let isStatement = false;
  /** Where the last function ends; -1 before the first one. */
  let close = -1;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{') {
      if (depth === 0) isStatement = opensStatement(tokens, at);
      depth += 1;
    }
    if (text !== '}') continue;
    if (depth > 0) {
      depth -= 1;
      if (depth === 0 && !isStatement) close = at;
      continue;
    }
    const brace = tokens[close];
    const first = bodyWithoutBrace(tokens, close + 1, at);
    if (first !== undefined) missing.add(first);
    else if (brace !== undefined && beginsStatement(tokens, close + 1)) early.add(brace);
    close = at;
  }
  if (early.size + missing.size === 0) return tokens;
  return tokens.flatMap((token) => {
    if (early.has(token)) return [];
    return missing.has(token) ? [madeToken('{', token), token] : [token];
  });
}

/** The braces without a counterpart, in their order. That of `extern "C" {` may be in another header. */
export function unfittingBraces(tokens: readonly Token[]): readonly Token[] {
  const open: number[] = [];
  const unfitting: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{') open.push(at);
    else if (text === '}' && open.pop() === undefined) unfitting.push(at);
  }
  const isOfLinkage = (at: number) => tokens[at - 1]?.kind === 'string';
  return [...unfitting, ...open.filter((at) => !isOfLinkage(at))]
    .sort((left, right) => left - right)
    .flatMap((at) => tokens[at] ?? []);
}

/** The first token of a body behind the head of the last function between two places that has no brace: `int f(void) return 1; }` */
function bodyWithoutBrace(tokens: readonly Token[], from: number, to: number): Token | undefined {
  let start = from;
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (depth === 0 && text === ';') start = at + 1;
    const next = tokens[at + 1];
    if (text !== ')' || depth !== 0 || next?.kind !== 'word') continue;
    const open = openingOf(tokens, at);
    const [name, type] = [tokens[open - 1], tokens[open - 2]];
    const isHead =
      open - 2 >= start && name?.kind === 'word' && /^(?:\w+|\*)$/.test(type?.text ?? '');
    if (isHead && !STATEMENT_WORD.test(tokens[start]?.text ?? '')) return next;
  }
  return undefined;
}

/** The bracket that opens what another one closes. */
function openingOf(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === ')') depth += 1;
    else if (text === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function beginsStatement(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return false;
  if (first.kind !== 'word') return /^(?:\*|\+\+|--|\()$/.test(first.text);
  return STATEMENT_WORD.test(first.text) || GOES_ON.test(second?.text ?? '');
}

/** Whether a brace opens the block of an `if` or a loop rather than that of a function. */
function opensStatement(tokens: readonly Token[], brace: number): boolean {
  const before = tokens[brace - 1]?.text ?? '';
  if (/^(?:else|do)$/.test(before)) return true;
  return (
    before === ')' && STATEMENT_WORD.test(tokens[openingOf(tokens, brace - 1) - 1]?.text ?? '')
  );
}
