import type { ConditionNames } from './build-names.ts';

const TOKEN =
  /\s*((?:L|u8|[uU])?'(?:\\.|[^'\\])+'|[A-Za-z_$][\w$]*|\d[\w.']*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^!~?:(),])/y;

/** Other spellings of operators in C++ ([lex.digraph]). */
const ALTERNATIVES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ and: '&&', or: '||', not: '!', not_eq: '!=' },
    ...{ bitand: '&', bitor: '|', xor: '^', compl: '~' },
  }),
);

/** Tokens that are looked at, those of macros included, and macros within macros that are followed. */
const MAX_TOKENS = 2000;
const MAX_DEPTH = 20;

/**
 * The tokens of a condition, with what macros without parameters stand for in their places. A name stays that stands
 * for itself, or for what is no part of a condition.
 * @returns undefined where there are too many of them, or others than a condition has
 */
export function conditionTokens(text: string, names: ConditionNames): string[] | undefined {
  const expansion = new Expansion(names);
  return expansion.add(tokensOf(text, names.isCpp), []) ? expansion.tokens : undefined;
}

class Expansion {
  readonly tokens: string[] = [];
  private readonly names: ConditionNames;
  private seen = 0;

  constructor(names: ConditionNames) {
    this.names = names;
  }

  /** Adds tokens that stand within macros; whether they are such that a condition has, and not too many. */
  add(tokens: readonly string[] | undefined, within: readonly string[]): boolean {
    for (const [at, token] of tokens?.entries() ?? []) {
      this.seen += 1;
      if (this.seen > MAX_TOKENS) return false;
      const before = tokens?.[at - 1];
      const isAsked = before === 'defined' || (before === '(' && tokens?.[at - 2] === 'defined');
      const body = isAsked ? undefined : this.bodyOf(token, within);
      if (body === undefined) this.tokens.push(token);
      else if (!this.add(body, [...within, token])) return false;
    }
    return tokens !== undefined;
  }

  private bodyOf(token: string, within: readonly string[]): string[] | undefined {
    if (!/^[A-Za-z_$]/.test(token) || within.length > MAX_DEPTH || within.includes(token))
      return undefined;
    const meaning = this.names.meaningOf(token);
    const macro = meaning?.isDefined === true ? meaning.macro : undefined;
    if (macro === undefined || macro.parameters !== undefined) return undefined;
    return tokensOf(macro.body, this.names.isCpp);
  }
}

function tokensOf(text: string, isCpp: boolean): string[] | undefined {
  const tokens: string[] = [];
  const whole = text.trimEnd();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < whole.length; ) {
    const [, token] = TOKEN.exec(whole) ?? [];
    if (token === undefined || tokens.length > MAX_TOKENS) return undefined;
    tokens.push((isCpp ? ALTERNATIVES.get(token) : undefined) ?? token);
  }
  return tokens;
}
