import { lex, type Token } from '../../syntax/lexer.ts';
import { directiveIn } from './directives.ts';

/** A definition or declaration at file scope, or the definition of a macro. */
interface Item {
  readonly tokens: readonly Token[];
  /** The conditions of the preprocessor that it stands under. */
  readonly conditions: readonly string[];
}

/**
 * What a C file says of each name that it defines at file scope: functions, types, constants, variables and macros. All
 * definitions of a name are one text, those that the preprocessor leaves out included, with the conditions that they
 * stand under; without comments, and with one blank between tokens. It goes by tokens: the grammar loses its way where
 * the preprocessor cuts through a statement. In doubt a name has too much text, and not too little.
 */
export function namedItems(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const item of itemsOf(lex(text))) {
    const said = [...item.conditions, ...item.tokens.map(tokenText)].join(' ');
    for (const name of namesOf(item.tokens)) {
      const before = found.get(name);
      found.set(name, before === undefined ? said : `${before}\n${said}`);
    }
  }
  return found;
}

/** All of a C file, without comments and layout. */
export function plainTokens(text: string): string {
  return lex(text).map(tokenText).join(' ');
}

function tokenText(token: Token): string {
  const directive = directiveIn(token);
  if (directive === undefined) return token.text;
  return `#${directive.word} ${directive.body.replaceAll(/\s+/g, ' ')}`;
}

/** What is open where a file is read. */
interface Place {
  readonly braces: number;
  readonly brackets: number;
}

/** @yields the items of a file, in their order */
function itemsOf(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  const conditions: { readonly text: string[]; readonly at: Place }[] = [];
  let own: Token[] = [];
  let under: readonly string[] = [];
  let [braces, brackets] = [0, 0];
  const end = () => {
    if (own.length > 0) items.push({ tokens: own, conditions: under });
    own = [];
    [braces, brackets] = [0, 0];
  };
  for (const [index, token] of tokens.entries()) {
    const directive = directiveIn(token);
    if (directive !== undefined) {
      if (directive.word.startsWith('if')) {
        conditions.push({ text: [tokenText(token)], at: { braces, brackets } });
      } else if (/^el/.test(directive.word)) {
        const group = conditions.at(-1);
        group?.text.push(tokenText(token));
        // Each branch goes on from where the first one did: only one of them is compiled.
        if (group !== undefined) ({ braces, brackets } = group.at);
      } else if (directive.word === 'endif') conditions.pop();
      else if (directive.word === 'define' || directive.word === 'undef') {
        items.push({ tokens: [token], conditions: conditions.flatMap(({ text }) => text) });
      }
      if (own.length > 0) own.push(token);
      continue;
    }
    // What a C compiler does not see of `extern "C" {`, and what ends it.
    if (token.text === '{' && own.length === 2 && tokens[index - 1]?.kind === 'string') {
      own = [];
      continue;
    }
    if (own.length === 0) {
      if (token.text === '}' || token.text === ';') continue;
      under = conditions.flatMap(({ text }) => text);
      if (token.text === '{') own = oldStyleHead(items);
    }
    own.push(token);
    if (token.text === '{') braces += 1;
    else if (token.text === '}') {
      braces -= 1;
      if (braces <= 0 && brackets === 0 && isFunction(own)) end();
      braces = Math.max(0, braces);
    } else if (token.text === '(') brackets += 1;
    else if (token.text === ')') brackets = Math.max(0, brackets - 1);
    else if (token.text === ';' && braces === 0) end();
  }
  end();
  return items;
}

/** The head of a function of the old style, whose parameters end with semicolons, taken back from the items. */
function oldStyleHead(items: Item[]): Token[] {
  const head: Token[] = [];
  for (let item = items.pop(); item !== undefined; item = items.pop()) {
    head.unshift(...item.tokens);
    if (item.tokens.some(({ text }) => text === '(')) break;
  }
  return head;
}

/** Whether the first braces of an item that has ended with braces are those of a body: a type goes on to a semicolon. */
function isFunction(tokens: readonly Token[]): boolean {
  const open = tokens.findIndex(({ text }) => text === '{');
  const before = tokens.slice(0, open);
  if (before.some(({ text }) => text === '=' || text === 'typedef')) return false;
  return before.some(({ text }) => text === '(') && !isTag(tokens, open);
}

const TAG = /^(?:struct|union|enum)$/;
const ATTRIBUTE = /^(?:__attribute(?:__)?|__declspec|_?[Aa]lignas|_Alignas)$/;

/** Whether braces are those of a record or an enum: attributes may stand between the word for it and its name. */
function isTag(tokens: readonly Token[], open: number): boolean {
  return tagOf(tokens, open) !== undefined;
}

/** The word before the braces of a record or an enum that tells which it is; undefined for other braces. */
function tagOf(tokens: readonly Token[], open: number): string | undefined {
  for (let at = open - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'sign', text: '' };
    if (TAG.test(text)) return text;
    if (text === ')') {
      for (let depth = 0; at >= 0; at -= 1) {
        depth += tokens[at]?.text === ')' ? 1 : tokens[at]?.text === '(' ? -1 : 0;
        if (depth === 0) break;
      }
      if (!ATTRIBUTE.test(tokens[at - 1]?.text ?? '')) return undefined;
    } else if (kind !== 'word') return undefined;
  }
  return undefined;
}

const SPECIFIER =
  /^(?:struct|union|enum|void|char|short|int|long|float|double|signed|unsigned|_Bool)$/;

/** The names that an item gives a meaning. */
function namesOf(tokens: readonly Token[]): Set<string> {
  const [first] = tokens;
  const directive = first && directiveIn(first);
  if (directive !== undefined) {
    return new Set(/^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(directive.body) ?? []);
  }
  const names = new Set<string>();
  const isType = tokens.some(({ text }) => text === 'typedef');
  const isBody = isFunction(tokens) && tokens.at(-1)?.text === '}';
  let [braces, brackets, isEnum] = [0, 0, false];
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = tokens[at + 1]?.text ?? '';
    if (text === '{') {
      if (braces === 0) isEnum = tagOf(tokens, at) === 'enum';
      braces += 1;
    } else if (text === '}') braces -= 1;
    else if (text === '(') brackets += 1;
    else if (text === ')') brackets -= 1;
    if (kind !== 'word' || SPECIFIER.test(text)) continue;
    const isDefined = next === '{' && isTag(tokens, at + 1);
    const isNamed = next === ';' && TAG.test(tokens[at - 1]?.text ?? '');
    if (isDefined || isNamed) names.add(text);
    else if (braces > 0) {
      if (isEnum) names.add(text);
    } else if (isType) {
      if (/^[;,[()]$/.test(next)) names.add(text);
    } else if (isBody) {
      if (next === '(') names.add(text);
    } else if (isDeclared(tokens, at, brackets)) names.add(text);
  }
  return names;
}

/**
 * Whether a word outside of braces is a variable that an item declares: `a` and `b` of `int a, (*b)(int c);`. A function
 * without its body is none: what it does does not stand there.
 */
function isDeclared(tokens: readonly Token[], at: number, brackets: number): boolean {
  const next = tokens[at + 1]?.text ?? '';
  if (brackets === 0) return /^[=[;,]$/.test(next) || next === '';
  return tokens[at - 1]?.text === '*' && /^[)[]$/.test(next);
}
