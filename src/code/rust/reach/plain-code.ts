import { pairBrackets, type RustToken, rustTokens } from '../account/tokens.ts';

/** What a build does the same with and without. */
const SAID_TO_TOOLS = /^(?:allow|warn|deny|expect|forbid|doc|must_use|inline|cold)$/;
/** Signs that mean something else with a blank between. */
const PAIRED = new Set(['&', '|']);

/** The tokens of code that a build goes by: no comments, visibility, lints, documentation, or commas at an end. */
export function plainCode(text: string): RustToken[] {
  const tokens = rustTokens(text);
  const { ends } = pairBrackets(tokens);
  const starts = new Map([...ends].map(([start, end]) => [end, start]));
  const kept: RustToken[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = attributeEnd(tokens, ends, at) ?? visibilityEnd(tokens, ends, at);
    if (end !== undefined) at = end;
    else if (!(token.text === ',' && isIdle(tokens, ends, starts.get(at + 1), at)))
      kept.push(token);
  }
  return kept;
}

/** Tokens as one text, whatever the layout was. */
export function codeText(tokens: readonly RustToken[]): string {
  let text = '';
  let last: RustToken | undefined;
  for (const token of tokens) {
    const isPair = last?.end === token.start && last.text === token.text && PAIRED.has(token.text);
    text += isPair || last === undefined ? token.text : ` ${token.text}`;
    last = token;
  }
  return text;
}

/** The last token of an attribute that says nothing to a build. */
function attributeEnd(
  tokens: readonly RustToken[],
  ends: ReadonlyMap<number, number>,
  at: number,
): number | undefined {
  if (tokens[at]?.text !== '#') return undefined;
  const open = tokens[at + 1]?.text === '!' ? at + 2 : at + 1;
  if (tokens[open]?.text !== '[') return undefined;
  return SAID_TO_TOOLS.test(tokens[open + 1]?.text ?? '') ? ends.get(open) : undefined;
}

/** The last token of a visibility: a comparison opens all of them. */
function visibilityEnd(
  tokens: readonly RustToken[],
  ends: ReadonlyMap<number, number>,
  at: number,
): number | undefined {
  const token = tokens[at];
  // In a macro it may be what a rule looks for.
  if (token?.text !== 'pub' || tokens[at - 1]?.text === '$') return undefined;
  const [open, first, next] = [1, 2, 3].map((by) => tokens[at + by]?.text ?? '');
  const isNarrow =
    open === '(' &&
    (first === 'in' || (/^(?:crate|super|self)$/.test(first ?? '') && next === ')'));
  return isNarrow ? (ends.get(at + 1) ?? at) : at;
}

/** Whether a comma ends a list, opened at `open`, in which it changes nothing: that of `(a,)` makes a tuple. */
function isIdle(
  tokens: readonly RustToken[],
  ends: ReadonlyMap<number, number>,
  open: number | undefined,
  at: number,
): boolean {
  const close = tokens[at + 1]?.text ?? '';
  if (close === '}' || close === ']' || close === '>') return true;
  if (close !== ')' || open === undefined) return false;
  for (let inner = open + 1; inner < at; inner += 1) {
    if (tokens[inner]?.text === ',') return true;
    inner = ends.get(inner) ?? inner;
  }
  const before = tokens[open - 1];
  return (
    before?.kind === 'word' && !/^(?:return|in|match|if|while|else|break|yield)$/.test(before.text)
  );
}
