import type { Token } from '../../syntax/lexer.ts';
import { behindBrackets } from './brackets.ts';
import { isKeyword, NO_NAME } from './keywords.ts';
import type { MacroAt } from './macro-tokens.ts';

const TYPE = /^(?:int|char|long|short|unsigned|signed|float|double|struct|union|enum|void|bool)$/;

/** More names beside each other are no declaration, whatever attributes it has; where nothing ends one, two are none. */
const MAX_NAMES_IN_A_ROW = 3;

/** What stands in functions alone. */
const STATEMENT = /^(?:if|else|while|do|switch|case|return|goto|break|continue)$/;

/**
 * Where code is none that a compiler takes, although a repair or the grammar makes something of it: behind a call that no
 * semicolon ends, between the declarations of a list that none divides, at statements outside of functions, in
 * plain text and in other languages. A macro may stand for what is missing: names that are known to be macros, or look
 * like one, are never among them.
 * @param isCode whether a token stands in the body of a function
 */
export function malformedPlaces(
  tokens: readonly Token[],
  isCode: (token: Token) => boolean,
  macroAt: MacroAt,
): readonly Token[] {
  const [first] = tokens;
  if (first === undefined || isAssembler(first)) return [];
  const isNoMacro = ({ text, start }: Token): boolean => macroAt(text, start) === undefined;
  const words = malformedWords(tokens, isCode, isNoMacro);
  // What stands behind a brace too many is read as the code that it is.
  const outside = outsideOfFunctions(tokens).filter((one) => !isCode(one) && isNoMacro(one));
  return first.text === '<'
    ? [first]
    : [...new Set([...words, ...outside, ...splicedWords(tokens)])];
}

/**
 * Words that go on behind the end of a line, which the grammar reads as two. What macros make is as long as their names,
 * and of such words several stand at one place.
 */
function splicedWords(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(
    ({ kind, text, start, end }, at) =>
      kind === 'word' &&
      end - start > text.length &&
      tokens[at - 1]?.start !== start &&
      tokens[at + 1]?.start !== start,
  );
}

function malformedWords(
  tokens: readonly Token[],
  isCode: (token: Token) => boolean,
  isNoMacro: (token: Token) => boolean,
): readonly Token[] {
  const most = tokens.some(({ text }) => /^[;{}()#]/.test(text)) ? MAX_NAMES_IN_A_ROW : 1;
  const found: Token[] = [];
  let names = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') {
      names = 0;
      continue;
    }
    if (!isName(token)) {
      names = 0;
      const name = tokens[at - 1];
      const isSecond = TYPE.test(token.text) && TYPE.test(tokens[at - 2]?.text ?? '');
      if (isSecond && name !== undefined && isName(name) && isNoMacro(name)) found.push(name);
      continue;
    }
    names += 1;
    const isDoubtful =
      names > most
        ? tokens.slice(at - most, at).every(isNoMacro)
        : isCode(token) && !/[A-Z]/.test(token.text) && isOpenCall(tokens, at);
    if (isDoubtful && isNoMacro(token)) found.push(token);
  }
  return found;
}

/** Whether a file that is included holds assembler: its comments begin with a semicolon, or its directives with `%`. */
function isAssembler({ text }: Token): boolean {
  return text === ';' || text === '%';
}

/** Statements and members that stand at the level of the file. */
function outsideOfFunctions(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let [braces, brackets] = [0, 0];
  for (const [at, token] of tokens.entries()) {
    const { text, kind } = token;
    if (/^[([]$/.test(text)) brackets += 1;
    else if (/^[)\]]$/.test(text)) brackets -= 1;
    else if (text === '{') braces += 1;
    else if (text === '}') braces = Math.max(0, braces - 1);
    if (braces > 0 || brackets > 0) continue;
    const isMember = text === '.' && isMethodCall(tokens, at) && !isModule(tokens, at);
    if (kind === 'word' ? STATEMENT.test(text) || isFunctionOfPython(tokens, at) : isMember)
      found.push(token);
  }
  return found;
}

/** Whether a point is that of `name.method(`, written without blanks: assembler has `.name`. */
function isMethodCall(tokens: readonly Token[], point: number): boolean {
  const [object, { start, end }, method, bracket] = [
    tokens[point - 1],
    tokens[point] ?? { start: 0, end: 0 },
    tokens[point + 1],
    tokens[point + 2],
  ];
  if (object?.kind !== 'word' || method?.kind !== 'word' || bracket?.text !== '(') return false;
  return object.end === start && method.start === end;
}

/** Whether a point stands in the name of a module: `import a.b;` */
function isModule(tokens: readonly Token[], point: number): boolean {
  let at = point - 1;
  while (tokens[at]?.kind === 'word' && tokens[at - 1]?.text === '.') at -= 2;
  return /^(?:import|module|export)$/.test(tokens[at - 1]?.text ?? '');
}

/** `def name(…):` */
function isFunctionOfPython(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'def' || tokens[at + 2]?.text !== '(') return false;
  return tokens[behindBrackets(tokens, at + 2)]?.text === ':';
}

/** Whether a word names something, and does not look like a macro; `this` does in C. */
function isName({ kind, text }: Token): boolean {
  if (kind !== 'word' || (isKeyword(text) && text !== 'this')) return false;
  return /[a-z]/.test(text) && !/^__|each|loop/i.test(text);
}

/** Whether a statement is a call behind which the next one begins, or its block ends, without a semicolon. */
function isOpenCall(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  if (!/^(?:[;{}]|else|do)$/.test(before)) return false;
  if (tokens[at + 1]?.text !== '(') return false;
  const end = behindBrackets(tokens, at + 1);
  if (tokens[end - 1]?.text !== ')') return false;
  const next = tokens[end];
  if (next === undefined) return false;
  if (next.kind === 'word') return !isKeyword(next.text) || NO_NAME.test(next.text);
  // Between braces alone, it may be a value: `(int[]){ size(list) }`.
  return next.text === '}' && before !== '{';
}
