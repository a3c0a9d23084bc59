import { calledNames, NO_CALLS, type WordOutline } from './called-names.ts';
import { type KeptResults, keptResults } from './kept-results.ts';
import { joinSplicedLines } from './splices.ts';

/**
 * What a C or C++ file mentions, read from its text without a parser: enough to say that a file has
 * nothing to do with a name. It errs on the side of mentioning.
 */
export interface WordIndex {
  /** All words of its code and its directives. */
  readonly words: ReadonlySet<string>;
  /** Those that stand somewhere else than behind `.` and `->`, where the names of fields stand. */
  readonly named: ReadonlySet<string>;
  /** What may be declared or defined outside of all functions, as a function or as a variable; macros that are called there are among the functions. */
  readonly functions: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** Fields that something may be put into: by an assignment, an initialiser, or a call that gets them. */
  readonly kept: ReadonlySet<string>;
  /** Parts of names that `##` joins to others. */
  readonly joined: readonly string[];
  /** How many calls it may make. */
  readonly calls: number;
  /** Functions that a file of C defines and does nothing with but call them. */
  readonly own: ReadonlySet<string>;
  /** Words of declarations that are given values by place, and not constants alone. */
  readonly filled: ReadonlySet<string>;
  /** What may be a field for a pointer to a function. */
  readonly pointers: ReadonlySet<string>;
  /** How its functions treat what others return, by callee. */
  readonly results: ReadonlyMap<string, KeptResults>;
  /** Its functions, as far as their heads are those of C of today. */
  readonly outlines: readonly WordOutline[];
}

/** Comments, strings and characters, numbers, words, signs. */
const TOKEN =
  /(\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|("(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(\.?\d(?:[eEpP][+-]|[\w.])*)|([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|(\n)|(->|##|[-+*/%&|^<>=!]=|\+\+|--|&&|\|\||<<=?|>>=?|[^\s\w])/g;

/** Behind the name of what is declared. */
const AFTER_NAME = new Set(['(', '=', ';', '[', ',', ')', '{']);

/** What is followed by parentheses or commas, and is the name of nothing that a file declares. */
export const RESERVED: ReadonlySet<string> = new Set(
  '__attribute__ __attribute __declspec __asm__ __asm asm __extension__ __FILE__ __LINE__ __func__ NULL'.split(
    ' ',
  ),
);

/** What may stand between the name and these: attributes, and macros for them. */
const MODIFIER = /^(?:__\w+|asm|[A-Z][A-Z0-9_]*)$/;

/** Words of types, which are no names. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  'void int char short long unsigned signed float double struct union enum const static'.split(' '),
);

/** Behind a field that is only read. */
const AFTER_READ = new Set('-> . ; == != < > <= >= && || ? : * / % & | ( ^ << >> ] }'.split(' '));

/** Before parentheses in which a value is only read, unless something in them does more. */
const BEFORE_READ = new Set(['if', 'while', 'switch', 'sizeof']);

const STATEMENT_SIGNS = new Set([';', '{', '}']);

/** Before a value in an initialiser. */
const BEFORE_VALUE = new Set('{ , ( ) & * + - ? :'.split(' '));

/** Shorter parts of names say nothing. */
const MIN_JOINED = 3;

/** Names of the linker stand in strings. */
const NAMES_IN_STRINGS = /\b(?:asm|__asm__|alias|redefine_extname|weakref|ifunc)\b/;

/** Indexes the text of a C or C++ file. Nothing fails, whatever the text is. */
export function indexWords(whole: string, language: 'c' | 'cpp'): WordIndex {
  const { text } = joinSplicedLines(whole);
  const words = new Set<string>();
  const named = new Set<string>();
  const functions = new Set<string>();
  const variables = new Set<string>();
  const kept = new Set<string>();
  const joined = new Set<string>();
  const filled = new Set<string>();
  const pointers = new Set<string>();
  const own = new Set<string>();
  const uncalled = new Set<string>();
  /** The function whose head is read outside of all others. */
  let head = '';
  const results = new Map<string, KeptResults>();
  const countResult = (callee: string, isTested: boolean) => {
    const { tested, untested } = results.get(callee) ?? { tested: 0, untested: 0 };
    results.set(callee, {
      tested: tested + (isTested ? 1 : 0),
      untested: untested + (isTested ? 0 : 1),
    });
  };
  /** The tokens of the function that is read, without directives. */
  let body: string[] = [];
  const outlines: WordOutline[] = [];
  let line = 1;
  let begun: { name: string; line: number } | undefined;
  /** The words of the statement up to here, and of an initialiser that is open how deep its braces are. */
  let statement: string[] = [];
  let initialiser = 0;
  const nesting = new Nesting();
  const stringsName = NAMES_IN_STRINGS.test(text);
  let calls = 0;
  /** Of each parenthesis that is open, whether what stands before it only reads. */
  let readers: boolean[] = [];
  let inDirective = false;
  let isLineStart = true;
  /** The last tokens, a string as `"`. */
  let [third, second, beforeLast, last, current] = ['', '', '', '', ''];
  for (const match of text.matchAll(TOKEN)) {
    const [token, comment, string, number, word, lineEnd] = match;
    if (comment !== undefined) {
      line += comment.split('\n').length - 1;
      continue;
    }
    if (lineEnd !== undefined) {
      inDirective = false;
      isLineStart = true;
      line += 1;
      continue;
    }
    if (token === '#' && isLineStart) inDirective = true;
    const startsLine = isLineStart;
    isLineStart = false;
    [third, second, beforeLast, last] = [second, beforeLast, last, current];
    current = string === undefined ? token : '"';
    let isRead = AFTER_READ.has(current);
    if (current === '(') readers.push(BEFORE_READ.has(last));
    else if (current === ')') isRead = readers.pop() === true;
    // What another branch of an `#if` closes is not known.
    else if (STATEMENT_SIGNS.has(current) || (inDirective && last === '#')) readers = [];
    if (word !== undefined) {
      words.add(word);
      if (last !== '.' && last !== '->') named.add(word);
      // A function may declare a variable of another file for itself.
      if (statement.includes('extern')) variables.add(word);
    } else if (string !== undefined && stringsName)
      for (const [name] of string.matchAll(/\w+/g)) {
        words.add(name);
        named.add(name);
      }
    // What is given a constant gets nothing from elsewhere.
    if (last === '=' && isField(second, beforeLast) && !isConstant(current)) kept.add(beforeLast);
    if (isWord(last)) {
      if (token !== '(') uncalled.add(last);
      else if (!NO_CALLS.has(last) && !RESERVED.has(last)) calls += 1;
      const isOfRecord = isField(beforeLast, last);
      if (isOfRecord && current !== '=' && !isRead) kept.add(last);
      const isNamed = AFTER_NAME.has(current) || MODIFIER.test(current);
      const mayBeName = !isOfRecord && !TYPE_WORDS.has(last) && !RESERVED.has(last);
      if (mayBeName && !inDirective && isNamed && nesting.isOutside) {
        const inside = nesting.isParenthesised;
        if (!inside || isDeclarator(third, second, beforeLast, current)) {
          const isCalled = current === '(' && !inside;
          if (isCalled) head = last;
          if (isCalled || current !== '=') functions.add(last);
          // In C++ `list names(5);` is a variable.
          if (!isCalled || language === 'cpp') variables.add(last);
        }
      }
    }
    if (second === '(' && beforeLast === '*' && isWord(last) && current === ')') pointers.add(last);
    if (!inDirective) {
      if (initialiser > 0) {
        // A field that is named is known by its name.
        if (isGiven(last, beforeLast, current)) for (const each of statement) filled.add(each);
        if (token === '{') initialiser += 1;
        else if (token === '}') initialiser -= 1;
      } else if (token === '{' && (last === '=' || isOfLiteral(third, second, beforeLast, last)))
        initialiser = 1;
      if (token === '{' && nesting.isOutside && last === ')' && head !== '') {
        own.add(head);
        begun = { name: head, line };
      }
      if (token === ';' || token === '{' || token === '}' || token === '=') head = '';
      if (initialiser === 0) {
        if (word !== undefined) statement.push(word);
        else if (token === ';' || token === '{' || token === '}') statement = [];
      }
    }
    if (last === '##' && word !== undefined && word.length >= MIN_JOINED) joined.add(word);
    if (current === '##' && isWord(last) && last.length >= MIN_JOINED) joined.add(last);
    if (inDirective) {
      if (last === '#' && word !== undefined) nesting.direct(word);
    } else if (number === undefined && word === undefined && string === undefined)
      nesting.see(token, last, beforeLast, startsLine && text[match.index - 1] === '\n');
    if (inDirective) continue;
    if (!nesting.isOutside) body.push(current);
    else if (body.length > 0) {
      keptResults(body, countResult);
      if (begun !== undefined) outlines.push({ ...begun, endLine: line, ...calledNames(body) });
      begun = undefined;
      body = [];
    }
  }
  keptResults(body, countResult);
  return {
    ...{ words, named, functions, variables, kept, joined: [...joined], calls },
    ...{ filled, pointers, results, outlines },
    own: language === 'c' ? own.difference(uncalled) : new Set(),
  };
}

/** Whether a word is a value that stands at its place in an initialiser, and is none of a constant. */
function isGiven(word: string, before: string, after: string): boolean {
  if (!isWord(word) || TYPE_WORDS.has(word) || /^[A-Z][A-Z0-9_]*$/.test(word)) return false;
  return BEFORE_VALUE.has(before) && !(before === '(' && (after === '*' || after === ')'));
}

/** Whether `{` begins a literal such as `(struct pair){a, b}`. */
function isOfLiteral(third: string, second: string, type: string, last: string): boolean {
  if (last !== ')' || !isWord(type)) return false;
  return second === '(' ? !isWord(third) : second === 'struct' && third === '(';
}

function isField(before: string, name: string): boolean {
  return (before === '.' || before === '->') && isWord(name);
}

function isConstant(token: string): boolean {
  return token === '"' || token === 'NULL' || /^\d/.test(token);
}

function isWord(token: string): boolean {
  return /^[A-Za-z_$\u0080-\uffff]/.test(token);
}

/** In parentheses, of `int (*f)(void)`, `(f)(void)` and `DEFINE(f, int)` the name. */
function isDeclarator(third: string, second: string, before: string, after: string): boolean {
  if (before === '*') return second === '(' || (third === '(' && /^[A-Z_0-9]+$/.test(second));
  return before === '(' && (after === ')' || after === ',') && /^(?:[A-Z_0-9]+|\W.*)$/.test(second);
}

/** How deep a place is in braces and parentheses; those of each branch of an `#if` count by themselves. */
class Nesting {
  /** For each brace that is open, whether what is inside still stands outside of all functions. */
  private braces: boolean[] = [];
  private parentheses = 0;
  private readonly branches: { braces: boolean[]; parentheses: number }[] = [];

  /** Whether a place is outside of all functions. */
  get isOutside(): boolean {
    return this.braces.every((isOpen) => isOpen);
  }

  get isParenthesised(): boolean {
    return this.parentheses > 0;
  }

  direct(word: string): void {
    const state = { braces: [...this.braces], parentheses: this.parentheses };
    if (word.startsWith('if')) this.branches.push(state);
    else if (word === 'endif') this.branches.pop();
    else if (word.startsWith('el')) {
      const before = this.branches.at(-1);
      if (before === undefined) return;
      this.braces = [...before.braces];
      this.parentheses = before.parentheses;
    }
  }

  see(token: string, last: string, beforeLast: string, isFirstInLine: boolean): void {
    if (token === '(') this.parentheses += 1;
    else if (token === ')') this.parentheses = Math.max(0, this.parentheses - 1);
    else if (token === '{') {
      const isLinkage = last === '"' && beforeLast === 'extern';
      this.braces.push(isLinkage || last === 'namespace' || beforeLast === 'namespace');
      this.parentheses = 0;
    } else if (token === '}') {
      // A brace at the beginning of a line ends the function, whatever was not closed in it.
      const outer = isFirstInLine ? this.braces.indexOf(false) : -1;
      if (outer >= 0) this.braces.length = outer;
      else this.braces.pop();
      this.parentheses = 0;
    } else if (token === ';') this.parentheses = 0;
  }
}
