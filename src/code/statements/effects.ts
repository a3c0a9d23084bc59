import type { PlacedToken } from './placed-tokens.ts';
import type { Statement } from './statements.ts';
import { isControl, isOfPlainType } from './words.ts';

/** Functions and macros that print what they get, and change nothing of the program's. */
const PRINTING: ReadonlySet<string> = new Set(
  [
    'printf fprintf puts fputs putchar putc fputc perror fflush vprintf vfprintf wprintf fwprintf syslog',
    'println eprintln print eprint',
  ].flatMap((line) => line.split(' ')),
);

const CHANGE = /^(?:(?:[-+*/%&|^]|<<|>>)?=|\+\+|--)$/;

/**
 * Whether a statement can matter to others whatever names they share. All do but those of two kinds: one that only prints,
 * and one that declares, or gives a value to, a variable that it names, and calls nothing.
 * @param own the names that the file itself defines: one of these may be called like what prints, and do more
 */
export function hasEffects(statement: Statement, own: ReadonlySet<string>): boolean {
  return !onlyPrints(statement, own) && !onlySetsVariable(statement);
}

/** Whether all that a statement does is to print the values of what it names. */
export function onlyPrints(statement: Statement, own: ReadonlySet<string>): boolean {
  const { tokens } = statement;
  const [name, second] = tokens;
  if (!isWhole(statement) || name === undefined || second === undefined) return false;
  if (!PRINTING.has(name.text) || own.has(name.text)) return false;
  const given = tokens.slice(second.text === '!' ? 2 : 1, -1);
  return (
    closesAtItsEnd(given) &&
    !given.some(
      (token, at) =>
        isChange(token) ||
        isCall(given, at) ||
        ['{', '?'].includes(token.text) ||
        // It writes to where an argument leads.
        (token.kind === 'string' && /%[^a-zA-Z%\\]*(?:hh?|ll?|[jztqL])?n/.test(token.text)),
    )
  );
}

/** `int n = 2 * size;`, `char *end;`, `n += 2;`, and the same in Rust. */
function onlySetsVariable(statement: Statement): boolean {
  if (!isWhole(statement)) return false;
  const tokens = statement.tokens.slice(0, -1);
  const at = tokens.findIndex(isChange);
  const left = at < 0 ? tokens : tokens.slice(0, at);
  const right = at < 0 ? [] : tokens.slice(at + 1);
  const bracket = left.findIndex(({ text }) => text === '[');
  const named = bracket < 0 ? left : left.slice(0, bracket);
  // Without a value, or with a length, it must be a declaration.
  if (named.length < (at < 0 || bracket >= 0 ? 2 : 1)) return false;
  return (
    named[0]?.kind === 'word' &&
    named.every(({ kind, text }) => kind === 'word' || text === '*' || text === ':') &&
    // Objects of a class may do anything when they are made. In Rust the type comes last.
    named.every(
      ({ kind, text }, index) =>
        kind !== 'word' || isOfPlainType(text) || index === nameAt(named) || named.length === 1,
    ) &&
    !tokens.some(({ kind, text }) => kind === 'word' && isControl(text)) &&
    !right.some(
      (token, index) =>
        isChange(token) || isCall(right, index) || ['{', '?', ';'].includes(token.text),
    ) &&
    !left.slice(named.length).some((_, index) => isCall(left.slice(named.length), index))
  );
}

/** Where the name of what is declared stands: last, or in Rust before its type. */
function nameAt(named: readonly PlacedToken[]): number {
  const colon = named.findIndex(({ text }) => text === ':');
  return colon < 0 ? named.length - 1 : colon - 1;
}

function isWhole({ kind, tokens, goesOn }: Statement): boolean {
  return kind === 'statement' && !goesOn && tokens.at(-1)?.text === ';';
}

function isChange({ kind, text }: PlacedToken): boolean {
  return kind === 'sign' && CHANGE.test(text);
}

/** Whether tokens begin with a bracket that is closed by the last of them. */
function closesAtItsEnd(tokens: readonly PlacedToken[]): boolean {
  if (tokens[0]?.text !== '(') return false;
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (text === '(') depth++;
    if (text === ')' && --depth === 0) return at === tokens.length - 1;
  }
  return false;
}

/** Whether the token at an index is the name, or the bracket, of what is called. */
function isCall(tokens: readonly PlacedToken[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || next === undefined) return false;
  if (token.kind === 'word' && next.text === '!') return true;
  if (next.text !== '(') return false;
  if (token.kind === 'word') return token.text !== 'sizeof';
  return [')', ']', '>'].includes(token.text);
}
