import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';
import { NO_NAME } from './keywords.ts';
import { madeToken } from './made-tokens.ts';

const TYPE_WORD =
  /^(?:struct|union|enum|const|volatile|unsigned|signed|int|char|long|short|void|float|double)$/;
const TAKES_TYPES = /^(?:sizeof|_Alignof|alignof|typeof|__typeof__|offsetof|__alignof__)$/;

/** `NEW(struct node *, 2)` with a value of the type in its place. */
export function withOperandsForTypes(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  const calls: boolean[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const before = tokens[at - 1];
    if (token.text === '(')
      calls.push(
        before?.kind === 'word' && !NO_NAME.test(before.text) && !TAKES_TYPES.test(before.text),
      );
    else if (token.text === ')') calls.pop();
    const isArgument = calls.at(-1) === true && (before?.text === '(' || before?.text === ',');
    const isTypeCall = before?.text === ',' || before?.text === '(';
    let end = at;
    if (isArgument && isTypeCall && (TYPE_WORD.test(token.text) || isPointerType(tokens, at)))
      while (tokens[end]?.kind === 'word' || tokens[end]?.text === '*') end += 1;
    const next = tokens[end];
    if (end === at || !/^[,)]$/.test(next?.text ?? '') || isParameter(tokens.slice(at, end))) {
      result.push(token);
      continue;
    }
    hasChanged = true;
    result.push(madeToken('(', token), ...tokens.slice(at, end));
    result.push(madeToken(')', next ?? token), madeToken('0', next ?? token));
    at = end - 1;
  }
  return hasChanged ? result : tokens;
}

/** Whether an argument is a name with stars behind it: nothing but a type can be. */
function isPointerType(tokens: readonly Token[], at: number): boolean {
  let end = at + 1;
  while (tokens[end]?.text === '*') end += 1;
  return tokens[at]?.kind === 'word' && end > at + 1 && /^[,)]$/.test(tokens[end]?.text ?? '');
}

/** Whether words are a type with a name behind it. */
function isParameter(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind, text }) => kind === 'word' && !TYPE_WORD.test(text));
  const hasTag = tokens.some(({ text }) => /^(?:struct|union|enum)$/.test(text));
  return tokens.at(-1)?.kind === 'word' && words.length > (hasTag ? 1 : 0);
}

/** `COMPARE(a, <, b)` with a value for the sign. */
export function withOperandsForSigns(tokens: readonly Token[]): readonly Token[] {
  let hasChanged = false;
  const result = tokens.map((token, at) => {
    const isAlone =
      token.kind === 'sign' &&
      /^(?:[-+*/%<>=!|&^]=?|<<|>>|&&|\|\||->)$/.test(token.text) &&
      /^[(,]$/.test(tokens[at - 1]?.text ?? '') &&
      /^[),]$/.test(tokens[at + 1]?.text ?? '');
    hasChanged ||= isAlone;
    return isAlone ? { ...token, kind: 'number' as const, text: '0' } : token;
  });
  return hasChanged ? result : tokens;
}

const ALIGNMENT = /^(?:_Alignof|alignof|__alignof__|__alignof)$/;
const TYPE_OF = /^(?:typeof|__typeof__|__typeof)$/;

/** `__alignof__(*p)` as a name of unknown value, for what is in the brackets is not evaluated. */
export function withoutAlignments(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const isAlignment = ALIGNMENT.test(token.text) && tokens[at + 1]?.text === '(';
    kept.push(isAlignment ? madeToken('alignment', token) : token);
    if (isAlignment) at = behindBrackets(tokens, at + 1) - 1;
  }
  return kept.length === tokens.length ? tokens : kept;
}

/** `typeof(*p)` as the name of a type that is not known, and `typeof(struct s)` as that type. */
export function withTypesNamed(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (!TYPE_OF.test(token.text) || tokens[at + 1]?.text !== '(' || isEvaluated(tokens, at + 1))
      kept.push(token);
    else {
      const end = behindBrackets(tokens, at + 1);
      const inside = tokens.slice(at + 2, end - 1);
      const isType = TYPE_WORD.test(inside[0]?.text ?? '');
      kept.push(...(isType ? inside : [madeToken('made_type', token)]));
      at = end - 1;
    }
  }
  return kept.length === tokens.length ? tokens : kept;
}

/** Whether the brackets at an index have the size of an array in them that something has to be run for. */
function isEvaluated(tokens: readonly Token[], open: number): boolean {
  const end = behindBrackets(tokens, open);
  for (let at = open; at < end; at += 1) {
    if (tokens[at]?.text !== '[') continue;
    const size = tokens.slice(at, behindBrackets(tokens, at));
    if (size.some(({ text }) => text === '(')) return true;
  }
  return false;
}

/** `offsetof(struct s, a.b)` as the offset of the outer member. */
export function withOuterMembers(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    kept.push(token);
    if (!/^(?:__builtin_)?offsetof$/.test(token.text) || tokens[at + 1]?.text !== '(') continue;
    const end = behindBrackets(tokens, at + 1);
    const inside = tokens.slice(at + 1, end - 1);
    const member = inside.findLastIndex(({ text }) => text === ',') + 1;
    const more = inside.slice(member + 1);
    if (member === 0 || !/^(?:\.|\[|->)$/.test(more[0]?.text ?? '')) continue;
    if (more.some(({ text }) => text === '(')) continue;
    kept.push(...inside.slice(0, member + 1));
    at = end - 2;
  }
  return kept.length === tokens.length ? tokens : kept;
}

/** `f(a, )`, which the empty rest of a macro's arguments leaves, as `f(a)`. */
export function withoutEmptyArguments(tokens: readonly Token[]): readonly Token[] {
  const kept = tokens.filter(({ text }, at) => text !== ',' || tokens[at + 1]?.text !== ')');
  return kept.length === tokens.length ? tokens : kept;
}
