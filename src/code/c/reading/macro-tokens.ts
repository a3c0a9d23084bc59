import { lex, type Token } from '../../syntax/lexer.ts';
import type { Macro } from '../ir/macro.ts';
import { behindBrackets } from './brackets.ts';

/** The macro that a name means at an offset of the file, or undefined. */
export type MacroAt = (name: string, offset: number) => Macro | undefined;

/** What the shape of a macro's body does to the code around a use. */
export interface MacroShape {
  readonly tokens: readonly Token[];
  /** It opens brackets that it does not close, or the other way round. */
  readonly isUnbalanced: boolean;
  readonly hasBraces: boolean;
  /** It is empty, or more than an expression or a type: a use of it is more than the name that it looks like. */
  readonly isStructural: boolean;
  /** It declares what it is given the name of: `#define ALIGNED(type, name) type __attribute__((aligned(16))) name`. */
  readonly isDeclaration: boolean;
}

const shapes = new WeakMap<Macro, MacroShape>();
const STATEMENT =
  /^(?:if|else|for|while|do|switch|case|default|return|goto|break|continue|try|catch)$/;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** The shape of a macro's body. */
export function shapeOfMacro(macro: Macro): MacroShape {
  const known = shapes.get(macro);
  if (known !== undefined) return known;
  // `#x` at the start of a body is no directive, as it would be at the start of a line.
  const tokens = lex(`0 ${macro.body}`).slice(1);
  const open: string[] = [];
  let isUnbalanced = false;
  let hasStatement = false;
  for (const { text } of tokens) {
    const closing = CLOSING.get(text);
    if (closing !== undefined) open.push(closing);
    else if (/^[)\]}]$/.test(text)) isUnbalanced ||= open.pop() !== text;
    hasStatement ||= text === ';' || STATEMENT.test(text);
  }
  isUnbalanced ||= open.length > 0;
  // A label is one more way to the code behind it.
  hasStatement ||= tokens.at(-1)?.text === ':';
  const hasBraces = tokens.some(({ text }) => text === '{' || text === '}');
  const isStructural = tokens.length === 0 || isUnbalanced || hasBraces || hasStatement;
  const isDeclaration = declares(tokens, macro.parameters ?? []);
  const shape = { tokens, isUnbalanced, hasBraces, isStructural, isDeclaration };
  shapes.set(macro, shape);
  return shape;
}

const ATTRIBUTE = /^(?:__attribute__|__attribute|__declspec|_Alignas|alignas)$/;
const DECLARES =
  /^(?:static|extern|const|volatile|struct|union|enum|unsigned|signed|int|char|long|short|void|float|double)$/;

/** Whether a body is a type and a name behind it, as no expression is: the name is a parameter, or ends in one. */
function declares(body: readonly Token[], parameters: readonly string[]): boolean {
  const words: string[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const { text = '', kind } = body[at] ?? {};
    if (ATTRIBUTE.test(text)) at = behindBrackets(body, at + 1) - 1;
    else if (text === '##') words.pop();
    else if (kind === 'word') words.push(text);
    else if (text !== '*') return false;
  }
  const [first = '', second] = words;
  const isType = DECLARES.test(first) || parameters.includes(first);
  return second !== undefined && isType && parameters.includes(words.at(-1) ?? '');
}

/** Tokens that the expansions of one stretch may make, beyond which no more are expanded. */
const MAX_MADE = 100_000;
const MAX_DEPTH = 30;

/**
 * Expands the macros among some tokens (C11 6.10.3) where `wanted` says so. What a body makes has the
 * place of the macro's name; what comes from an argument keeps its own.
 */
export function expandTokens(
  tokens: readonly Token[],
  macroAt: MacroAt,
  wanted: (macro: Macro, tokens: readonly Token[], at: number, next: number) => boolean,
): readonly Token[] {
  return new Expander(macroAt, wanted).expand(tokens, new Set());
}

/** The index behind a use of a macro, with its arguments; undefined where a use needs some and has none. */
export function endOfUse(macro: Macro, tokens: readonly Token[], at: number): number | undefined {
  if (macro.parameters === undefined) return at + 1;
  if (tokens[at + 1]?.text !== '(') return undefined;
  let depth = 0;
  for (let end = at + 1; end < tokens.length; end += 1) {
    const text = tokens[end]?.text;
    if (text === '(') depth += 1;
    else if (text === ')') {
      depth -= 1;
      if (depth === 0) return end + 1;
    }
  }
  return undefined;
}

class Expander {
  private readonly macroAt: MacroAt;
  private readonly wanted: Parameters<typeof expandTokens>[2];
  private made = 0;

  constructor(macroAt: MacroAt, wanted: Parameters<typeof expandTokens>[2]) {
    this.macroAt = macroAt;
    this.wanted = wanted;
  }

  expand(tokens: readonly Token[], inside: ReadonlySet<string>): readonly Token[] {
    let result: Token[] | undefined;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const macro =
        token.kind === 'word' && !inside.has(token.text) && inside.size < MAX_DEPTH
          ? this.macroAt(token.text, token.start)
          : undefined;
      const end = macro && endOfUse(macro, tokens, at);
      const body =
        macro !== undefined && end !== undefined && this.wanted(macro, tokens, at, end)
          ? this.bodyFor(macro, tokens.slice(at, end))
          : undefined;
      if (macro === undefined || end === undefined || body === undefined) {
        result?.push(token);
        continue;
      }
      result ??= tokens.slice(0, at);
      result.push(...this.expand(body, new Set([...inside, macro.name])));
      at = end - 1;
    }
    return result ?? tokens;
  }

  /** The tokens of a body with the arguments of a use in it. */
  private bodyFor(macro: Macro, use: readonly Token[]): readonly Token[] | undefined {
    const { tokens } = shapeOfMacro(macro);
    const start = use[0]?.start ?? 0;
    const end = use[0]?.end ?? start;
    const args = macro.parameters === undefined ? NO_ARGUMENTS : argumentsOf(macro, use);
    if (args === undefined) return undefined;
    const isQuotedLater = tokens.some((token) => this.makesStrings(token, start));
    const body: Token[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const next = tokens[at + 1];
      if (token.text === '#' && next !== undefined && args.has(next.text)) {
        const text = JSON.stringify(spelled(args.get(next.text) ?? []));
        body.push({ kind: 'string', text, start, end });
        at += 1;
      } else if (token.text === '##' || token.kind === 'directive') {
        const left = body.pop();
        const right = args.get(next?.text ?? '') ?? (next === undefined ? [] : [next]);
        const [first, ...others] = right;
        const text = (left?.text ?? '') + (first?.text ?? '');
        const [pasted, ...more] = lex(text);
        // A comma is pasted to nothing: it goes where a list of arguments is empty (GNU C).
        const isList = left?.text === ',';
        if (!isList && pasted !== undefined && more.length === 0)
          body.push({ ...pasted, start, end });
        else if (left !== undefined && !(isList && first === undefined))
          body.push(left, ...right.slice(0, 1));
        body.push(...others);
        at += 1;
      } else {
        const given = args.get(token.text);
        const spelledOut = isQuotedLater ? given?.map((each) => this.constantFor(each)) : given;
        body.push(...(spelledOut ?? [{ ...token, start, end }]));
      }
    }
    this.made += body.length;
    return this.made > MAX_MADE ? undefined : body;
  }

  /** Whether a word is a macro that makes strings of what it is given, which is expanded before that. */
  private makesStrings(token: Token, offset: number): boolean {
    const macro = token.kind === 'word' ? this.macroAt(token.text, offset) : undefined;
    return macro?.parameters !== undefined && /(?<!#)#(?!#)/.test(macro.body);
  }

  /** The number or the word that a macro without parameters stands for; any other token as it is. */
  private constantFor(token: Token): Token {
    const macro = token.kind === 'word' ? this.macroAt(token.text, token.start) : undefined;
    if (macro === undefined || macro.parameters !== undefined) return token;
    const [only, ...others] = shapeOfMacro(macro).tokens;
    return only === undefined || others.length > 0 || only.text === token.text
      ? token
      : { ...only, start: token.start, end: token.end };
  }
}

const NO_ARGUMENTS: ReadonlyMap<string, readonly Token[]> = new Map();

function argumentsOf(
  macro: Macro,
  use: readonly Token[],
): ReadonlyMap<string, readonly Token[]> | undefined {
  const groups: Token[][] = [[]];
  let depth = 0;
  const parameters = macro.parameters ?? [];
  const rest = parameters.at(-1)?.endsWith('...') === true;
  for (const token of use.slice(2, -1)) {
    if (/^[([{]$/.test(token.text)) depth += 1;
    if (/^[)\]}]$/.test(token.text)) depth -= 1;
    const isLast = rest && groups.length >= parameters.length;
    // Braces do not hold commas together for the preprocessor, but what they hold is code.
    if (token.text === ',' && depth === 0 && !isLast) groups.push([]);
    else groups.at(-1)?.push(token);
  }
  const names = parameters.map((name) =>
    name.endsWith('...') ? name.slice(0, -3).trim() || '__VA_ARGS__' : name,
  );
  if (rest && groups.length === names.length - 1) groups.push([]);
  if (groups.length !== Math.max(1, names.length)) return undefined;
  return new Map(names.map((name, index) => [name, groups[index] ?? []]));
}

function spelled(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}
