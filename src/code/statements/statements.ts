import type { Language } from '../syntax/language.ts';
import { type PlacedToken, placedTokens } from './placed-tokens.ts';

/** A statement, the head of a block in braces, or a directive of the preprocessor; without comments. */
export interface Statement {
  readonly kind: 'statement' | 'head' | 'directive';
  readonly tokens: readonly PlacedToken[];
  readonly line: number;
  readonly endLine: number;
  /** The head of the innermost block around it. */
  readonly block: Statement | undefined;
  /** How many blocks are around it. */
  readonly depth: number;
  /** Whether it goes on with what stood before the block in front of it: `run([] { … }, size);`. */
  readonly goesOn: boolean;
}

interface OpenBlock {
  readonly head: Statement;
  /** How many brackets were open before it. */
  readonly brackets: number;
}

/** The statements of a text in their order, and where each block ends. */
export interface Statements {
  readonly list: readonly Statement[];
  /** The line of the brace that closes the block of a head. */
  readonly ends: ReadonlyMap<Statement, number>;
}

/**
 * Divides a text into statements, and blocks by its braces. It goes by tokens alone, without a grammar: what it tells is how
 * code is divided, so that parts of two versions can be compared, and a text that does not parse is divided as well.
 * A list of values is no block. Time and memory are linear in the length of the text.
 */
export function statementsOf(text: string, language: Language): Statements {
  const tokens = placedTokens(text, language);
  const listEnds = endsOfLists(tokens);
  const list: Statement[] = [];
  const ends = new Map<Statement, number>();
  const open: OpenBlock[] = [];
  let [brackets, goesOn] = [0, false];
  let gathered: PlacedToken[] = [];
  const add = (kind: Statement['kind'], own: readonly PlacedToken[], line: number): Statement => {
    const [first, last] = [own[0], own.at(-1)];
    const lines = { line: first?.line ?? line, endLine: last?.endLine ?? line };
    const around = { block: open.at(-1)?.head, depth: open.length };
    const statement = { kind, tokens: own, ...lines, ...around, goesOn };
    list.push(statement);
    return statement;
  };
  const end = (line: number) => {
    if (gathered.length > 0) add('statement', gathered, line);
    gathered = [];
    goesOn = false;
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, text: sign, line } = token;
    if (kind === 'directive') {
      add('directive', [token], line);
      continue;
    }
    const listEnd = sign === '{' && kind === 'sign' ? listEnds.get(at) : undefined;
    if (listEnd !== undefined && (brackets > 0 || isBeforeList(gathered.at(-1)))) {
      for (; at <= listEnd; at++) gathered.push(tokens[at] ?? token);
      at = listEnd;
      continue;
    }
    if (kind !== 'sign') gathered.push(token);
    else if (sign === '{') {
      const head = add('head', gathered, line);
      open.push({ head, brackets });
      [gathered, brackets, goesOn] = [[], 0, false];
    } else if (sign === '}') {
      end(line);
      const block = open.pop();
      if (block === undefined) continue;
      ends.set(block.head, line);
      brackets = block.brackets;
      goesOn = brackets > 0;
    } else {
      gathered.push(token);
      if (sign === '(' || sign === '[') brackets++;
      else if (sign === ')' || sign === ']') brackets = Math.max(0, brackets - 1);
      else if (sign === ';' && brackets === 0) end(line);
    }
  }
  end(tokens.at(-1)?.line ?? 1);
  for (const { head } of open) ends.set(head, tokens.at(-1)?.endLine ?? head.endLine);
  return { list, ends };
}

const BEFORE_LISTS: ReadonlySet<string> = new Set(['=', ',', '(', '[', 'return']);

/** Whether a brace behind such a token begins a list of values, as in `int a[] = {`. */
function isBeforeList(before: PlacedToken | undefined): boolean {
  return before !== undefined && BEFORE_LISTS.has(before.text);
}

/** For each opening brace that has no semicolon behind it, the index of the one that closes it. */
function endsOfLists(tokens: readonly PlacedToken[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly at: number; hasStatements: boolean }[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    const inner = open.at(-1);
    if (text === '{') open.push({ at, hasStatements: false });
    else if (inner !== undefined && text === ';') inner.hasStatements = true;
    else if (inner !== undefined && text === '}') {
      open.pop();
      const around = open.at(-1);
      if (!inner.hasStatements) ends.set(inner.at, at);
      else if (around !== undefined) around.hasStatements = true;
    }
  }
  return ends;
}
