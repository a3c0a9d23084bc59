import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';
import { NO_NAME } from './keywords.ts';
import { madeToken } from './made-tokens.ts';
import { withRangesBracketed } from './repair-case-range.ts';
import { withLabelsChosen } from './repair-computed-goto.ts';
import {
  withClassesNamed,
  withMembersByPointer,
  withPointersAllocated,
  withTextsJoined,
} from './repair-cpp.ts';
import { headRepaired } from './repair-head.ts';
import {
  withOperandsForSigns,
  withOperandsForTypes,
  withOuterMembers,
  withoutAlignments,
  withoutEmptyArguments,
  withTypesNamed,
} from './repair-operands.ts';

/** A change of the tokens of an item that does not parse, after which it may. */
export type Repair = (tokens: readonly Token[]) => readonly Token[];

/**
 * What is tried, in turn, on an item that does not parse: each is for a kind of code that compiles with
 * headers or extensions that are not there to be read.
 */
export const REPAIRS: readonly Repair[] = [
  withoutAttributes,
  withoutPointerQualifiers,
  withRangesBracketed,
  withoutAlignments,
  withClassesNamed,
  withPointersAllocated,
  withTextsJoined,
  withMembersByPointer,
  withNameUnwrapped,
  headRepaired,
  withoutEmptyArguments,
  withBlocksOfMacros,
  withStatementsEnded,
  withOperandsForTypes,
  withTypesNamed,
  withOuterMembers,
  withOperandsForSigns,
  withoutAssembler,
  withLabelsChosen,
];

const STARTS_STATEMENT =
  /^(?:if|for|while|do|switch|case|default|return|goto|break|continue|else|struct|union|enum|const|static|unsigned|int|char|long|short|void|float|double)$/;

const ATTRIBUTE = /^(?:__attribute__|__attribute|__declspec|_Alignas|alignas|_Pragma|__pragma)$/;
const ATTRIBUTE_WORD =
  /^(?:__extension__|__restrict|__restrict__|__inline|__inline__|__forceinline|__cdecl|__stdcall|__fastcall|_Noreturn|__const|__signed__|__volatile__|__volatile)$/;

/** Without what says how to compile and not what happens. */
function withoutAttributes(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || ATTRIBUTE_WORD.test(token.text)) continue;
    if (ATTRIBUTE.test(token.text) || isNameOfStorage(tokens, at)) {
      if (tokens[at + 1]?.text !== '(') continue;
      const end = behindBrackets(tokens, at + 1);
      // Where no bracket closes it, what follows is code that must not be lost with it.
      if (tokens[end - 1]?.text === ')') at = end - 1;
      else kept.push(token);
    } else if (token.text === '[' && tokens[at + 1]?.text === '[' && isAttributeList(tokens, at))
      at = behindBrackets(tokens, at) - 1;
    else kept.push(token);
  }
  return kept.length === tokens.length ? tokens : kept;
}

/** Without macros that qualify a pointer: `char *RESTRICT text` is `char *text`, and `(char *RESTRICT) data` a cast. */
function withoutPointerQualifiers(tokens: readonly Token[]): readonly Token[] {
  const kept = tokens.filter((token, at) => {
    const [before, name, behind] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    if (before?.text !== '*') return true;
    const isBetween = name?.kind === 'word' && !NO_NAME.test(name.text);
    const isQualifier = /^(?:[A-Z0-9_]+|\w*restrict\w*)$/.test(token.text);
    if (isBetween && isQualifier && /^[;,)=[]$/.test(behind?.text ?? '')) return false;
    return !isLastOfCast(tokens, at);
  });
  return kept.length === tokens.length ? tokens : kept;
}

/** Whether a word ends the type of a cast, behind a star: no product in brackets has a value right behind it. */
function isLastOfCast(tokens: readonly Token[], at: number): boolean {
  const [token, close, behind] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token?.kind !== 'word' || NO_NAME.test(token.text) || close?.text !== ')') return false;
  const isValue = behind?.text === '(' || (behind?.kind === 'word' && !NO_NAME.test(behind.text));
  let open = at - 1;
  while (tokens[open]?.kind === 'word' || tokens[open]?.text === '*') open -= 1;
  const isOpen = tokens[open]?.text === '(' && tokens[open + 1]?.kind === 'word';
  return isValue && isOpen && /^(?:[-=(,?:&|+<>!]|return)$/.test(tokens[open - 1]?.text ?? '');
}

/** The name of a function in brackets, which keep a macro of the same name out: `int (API f)(int a) {`. */
function withNameUnwrapped(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(({ text }) => /^[({=;]$/.test(text));
  if (open < 1 || tokens[open]?.text !== '(') return tokens;
  const end = behindBrackets(tokens, open);
  const inside = tokens.slice(open + 1, end - 1);
  const name = inside.at(-1);
  if (name === undefined || tokens[end]?.text !== '(') return tokens;
  if (inside.some(({ kind }) => kind !== 'word')) return tokens;
  return [...tokens.slice(0, open), name, ...tokens.slice(end)];
}

/** Whether `asm("…")` says which symbol or register a declaration means. */
function isNameOfStorage(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:asm|__asm__|__asm)$/.test(tokens[at]?.text ?? '')) return false;
  const [before, name] = [tokens[at - 2], tokens[at - 1]];
  if (name?.text === ')') return true;
  const isDeclared = before?.kind === 'word' || before?.text === '*';
  return isDeclared && name?.kind === 'word' && !NO_NAME.test(name.text);
}

function isAttributeList(tokens: readonly Token[], at: number): boolean {
  const end = behindBrackets(tokens, at);
  return tokens[end - 2]?.text === ']' && /^[;{}]?$/.test(tokens[at - 1]?.text ?? '');
}

/** Whether a statement may begin behind a token. */
function isStatementStart(before: Token | undefined): boolean {
  return before === undefined || /^(?:[;{}:]|else|do)$/.test(before.text);
}

/** `FOREACH(x, list) { … }` as a loop, `LOCKED { … }` as one too. */
function withBlocksOfMacros(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = endOfWordOrCall(tokens, at);
    const opens =
      tokens[end]?.text === '{' || /^(?:if|for|while|do|switch)$/.test(tokens[end]?.text ?? '');
    const isCall = end > at + 1;
    const isHead = at === 0 || !isStatementStart(result.at(-1));
    if (
      isHead ||
      end === at ||
      !(tokens[end]?.text === '{' || (isCall && opens && isUpper(token)))
    ) {
      result.push(token);
      continue;
    }
    hasChanged = true;
    result.push(madeToken('while', token), madeToken('(', token), ...tokens.slice(at, end));
    result.push(madeToken(')', tokens[end] ?? token));
    at = end - 1;
  }
  return hasChanged ? result : tokens;
}

function isUpper({ text }: Token): boolean {
  return /each|loop|^[A-Z0-9_]+$/i.test(text);
}

/** Behind a name, with the arguments that it has; the index itself where there is none. */
function endOfWordOrCall(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (token?.kind !== 'word' || NO_NAME.test(token.text)) return at;
  return tokens[at + 1]?.text === '(' ? behindBrackets(tokens, at + 1) : at + 1;
}

/** A semicolon behind macros that stand for statements of their own: `LOCK(x) y = 1; UNLOCK }`. */
function withStatementsEnded(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = at === 0 || !isStatementStart(result.at(-1)) ? at : endOfWordOrCall(tokens, at);
    const next = tokens[end];
    const isCall = end > at + 1;
    const ends =
      end > at &&
      next !== undefined &&
      (next.text === '}' ||
        STARTS_STATEMENT.test(next.text) ||
        (isCall && (next.kind === 'word' || next.kind === 'string')));
    if (!ends || next === undefined) {
      result.push(token);
      continue;
    }
    hasChanged = true;
    result.push(...tokens.slice(at, end), madeToken(';', next));
    at = end - 1;
  }
  return hasChanged ? result : tokens;
}

/** Without `__asm { … }` and what else of assembler is no C. */
function withoutAssembler(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (/^(?:asm|__asm|__asm__|_asm)$/.test(token.text)) {
      let open = at + 1;
      while (/^(?:volatile|__volatile__|__volatile|goto|inline)$/.test(tokens[open]?.text ?? ''))
        open += 1;
      const end = behindBrackets(tokens, open);
      const closing = { '(': ')', '{': '}' }[tokens[open]?.text ?? ''];
      if (closing !== undefined && tokens[end - 1]?.text === closing) {
        at = end - 1;
        kept.push(madeToken(';', token));
        continue;
      }
    }
    kept.push(token);
  }
  return kept.length === tokens.length ? tokens : kept;
}
