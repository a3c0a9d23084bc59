import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';
import { NO_NAME } from './keywords.ts';
import { madeToken } from './made-tokens.ts';

/** `class API Name {` without the macro that says what is exported, `class Name FINAL {` without the one behind. */
export function withClassesNamed(tokens: readonly Token[]): readonly Token[] {
  const heads = tokens.flatMap((token, at) => {
    if (!/^(?:class|struct|union)$/.test(token.text)) return [];
    const [first, second, behind] = tokens.slice(at + 1, at + 4);
    if (first?.kind !== 'word' || second?.kind !== 'word' || second.text === 'final') return [];
    if (!/^(?:[:{]|final)$/.test(behind?.text ?? '')) return [];
    return [isCapital(second) && !isCapital(first) ? second : first];
  });
  const macros = new Set(heads);
  const kept = tokens.filter((token) => !macros.has(token));
  return kept.length === tokens.length ? tokens : kept;
}

function isCapital({ text }: Token): boolean {
  return !/[a-z]/.test(text);
}

/** `new T *[n]`, which the grammar lacks, as an array of a type that is not known. */
export function withPointersAllocated(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    result.push(token);
    if (token.text !== 'new') continue;
    let end = at + 1;
    while (tokens[end]?.kind === 'word' || tokens[end]?.text === '::') end += 1;
    const stars = end;
    while (tokens[end]?.text === '*') end += 1;
    if (stars === at + 1 || end === stars || tokens[end]?.text !== '[') continue;
    result.push(madeToken('made_pointer', token));
    at = end - 1;
  }
  return result.length === tokens.length ? tokens : result;
}

/** A part of a text: `"a"`, `NAME`, or `T("a")`, where a macro may stand around it. */
interface TextPart {
  readonly inside: readonly Token[];
  readonly end: number;
  readonly isCall: boolean;
}

/** `T("a") T("b") NAME` as the one text that it is: `"a" "b" NAME`. */
export function withTextsJoined(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    // What follows is looked at from the first text of a row alone: from each of its words it would cost the square.
    const begins = isText(token) || (tokens[at + 1]?.text === '(' && isTextAt(tokens, at + 2));
    const parts =
      !begins || /^(?:[;{}:]|else|do|\))?$/.test(tokens[at - 1]?.text ?? '')
        ? []
        : partsFrom(tokens, at);
    const end = parts.at(-1)?.end ?? at;
    const isNamed = ({ inside }: TextPart) => !inside.some(isText);
    // What a macro makes of a name, as `TEXT_OF(WIDTH)` does, is not the name.
    const hasName = parts.some(isNamed) && !parts.some((part) => part.isCall && isNamed(part));
    const hasMacro = hasName || parts.some(isTextInMacro);
    if (parts.every((part) => !isNamed(part) && !part.isCall)) {
      const row = tokens.slice(at, Math.max(end, at + 1));
      for (const each of row) result.push(each);
      at += row.length - 1;
    } else if (parts.length < 2 || !hasMacro || !parts[0]?.inside.some(isText)) result.push(token);
    else {
      const [first, ...more] = parts.flatMap(({ inside }) => inside);
      // The grammar takes no name for the second part of a text.
      result.push(first ?? token, madeToken('""', token), ...more);
      at = end - 1;
    }
  }
  return result.length === tokens.length ? tokens : result;
}

function isTextInMacro({ isCall, inside }: TextPart): boolean {
  return isCall && inside.some(isText);
}

function isTextAt(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.kind === 'string';
}

function isText({ kind }: Token): boolean {
  return kind === 'string';
}

/** The parts of texts that follow each other from an index on. */
function partsFrom(tokens: readonly Token[], from: number): TextPart[] {
  const parts: TextPart[] = [];
  for (let at = from; ; at = parts.at(-1)?.end ?? tokens.length) {
    const token = tokens[at];
    if (token === undefined || (token.kind === 'word' && NO_NAME.test(token.text))) return parts;
    if (token.kind === 'string') parts.push({ inside: [token], end: at + 1, isCall: false });
    else if (token.kind !== 'word') return parts;
    else if (tokens[at + 1]?.text !== '(')
      parts.push({ inside: [token], end: at + 1, isCall: false });
    else {
      const end = behindBrackets(tokens, at + 1);
      let next = at + 2;
      while (next < end - 1 && tokens[next]?.kind === 'string') next += 1;
      const isOne = end === at + 4 && tokens[at + 2]?.kind === 'word';
      if (end < at + 4 || (!isOne && next < end - 1)) return parts;
      const inside = tokens.slice(at + 2, end - 1);
      parts.push({ inside, end, isCall: true });
    }
  }
}

/** `p->*member` and `r.*member`, which the grammar lacks, as an element that `member` says: `p[member]`. */
export function withMembersByPointer(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const operand = behindMemberPointer(tokens, at);
    if (operand === at || tokens[operand] === undefined) {
      result.push(token);
      continue;
    }
    let end = tokens[operand]?.text === '(' ? behindBrackets(tokens, operand) : operand + 1;
    while (tokens[end]?.text === '[') end = behindBrackets(tokens, end);
    hasChanged = true;
    result.push(madeToken('[', token), ...tokens.slice(operand, end), madeToken(']', token));
    at = end - 1;
  }
  return hasChanged ? result : tokens;
}

/** Behind `->*` or `.*`, which the lexer may give as one sign or as two; the index itself where there is none. */
function behindMemberPointer(tokens: readonly Token[], at: number): number {
  const [first, second] = [tokens[at]?.text, tokens[at + 1]];
  if (first === '->*' || first === '.*') return at + 1;
  const isSplit = (first === '->' || first === '.') && second?.text === '*';
  return isSplit && second?.start === tokens[at]?.end ? at + 2 : at;
}
