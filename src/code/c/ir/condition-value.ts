import type { NameMeaning } from './build-names.ts';
import { applyBinary, applyUnary } from './constants.ts';
import { characterOf, numberOf } from './literals.ts';

/** What a name means; undefined where that is not known. */
export type MeaningOf = (name: string) => NameMeaning | undefined;

const TOKEN =
  /\s*(?:([A-Za-z_$][\w$]*)|(\d[\w.']*)|('(?:\\.|[^'\\])+')|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^!~?:(),]))/y;

/** How tightly an operator of two operands binds. */
const BINDING: ReadonlyMap<string, number> = new Map(
  [
    ...[['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>=']],
    ...[
      ['<<', '>>'],
      ['+', '-'],
      ['*', '/', '%'],
    ],
  ].flatMap((alike, at) => alike.map((op) => [op, at + 1] as const)),
);

/** Macros within macros that are followed. */
const MAX_DEPTH = 20;
const MAX_TOKENS = 2000;

/**
 * The number that an expression of `#if` gives (C11 6.10.1); undefined where it hangs on a name of which
 * nothing is known, or cannot be read.
 */
export function conditionValue(text: string, meaningOf: MeaningOf): number | undefined {
  return numberIn(text, meaningOf, 0);
}

function numberIn(text: string, meaningOf: MeaningOf, depth: number): number | undefined {
  const tokens = depth > MAX_DEPTH ? undefined : tokensOf(text);
  if (tokens === undefined) return undefined;
  const reader = new ConditionValueReader(tokens, meaningOf, depth);
  const value = reader.choice();
  return reader.isAtEnd && !reader.isWrong ? value : undefined;
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  const whole = text.trimEnd();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < whole.length; ) {
    const found = TOKEN.exec(whole);
    if (found === null || tokens.length > MAX_TOKENS) return undefined;
    tokens.push(found[0].trim());
  }
  return tokens;
}

class ConditionValueReader {
  isWrong = false;
  private readonly tokens: readonly string[];
  private readonly meaningOf: MeaningOf;
  private readonly depth: number;
  private at = 0;

  constructor(tokens: readonly string[], meaningOf: MeaningOf, depth: number) {
    this.tokens = tokens;
    this.meaningOf = meaningOf;
    this.depth = depth;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  choice(): number | undefined {
    const condition = this.operation(1);
    if (!this.takes('?')) return condition;
    const then = this.choice();
    if (!this.takes(':')) this.isWrong = true;
    const otherwise = this.choice();
    if (condition === undefined) return then === otherwise ? then : undefined;
    return condition === 0 ? otherwise : then;
  }

  private operation(least: number): number | undefined {
    let left = this.operand();
    for (;;) {
      const op = this.tokens[this.at] ?? '';
      const binding = BINDING.get(op) ?? 0;
      if (binding < least || this.isWrong) return left;
      this.at += 1;
      left = combined(op, left, this.operation(binding + 1));
    }
  }

  private operand(): number | undefined {
    const token = this.tokens[this.at] ?? '';
    this.at += 1;
    if (token === '!' || token === '-' || token === '+' || token === '~') {
      const value = this.operand();
      return value === undefined ? undefined : applyUnary(token, value);
    }
    if (token === '(') {
      const value = this.choice();
      if (!this.takes(')')) this.isWrong = true;
      return value;
    }
    if (/^\d/.test(token)) return numberOf(token);
    if (token.startsWith("'")) return characterOf(token);
    if (!/^[A-Za-z_$]/.test(token)) this.isWrong = true;
    return token === 'defined' ? this.definition() : this.name(token);
  }

  private definition(): number | undefined {
    const isBracketed = this.takes('(');
    const name = this.tokens[this.at] ?? '';
    this.at += 1;
    if (isBracketed && !this.takes(')')) this.isWrong = true;
    const meaning = this.meaningOf(name);
    return meaning === undefined ? undefined : Number(meaning.isDefined);
  }

  private name(name: string): number | undefined {
    const meaning = this.meaningOf(name);
    if (this.tokens[this.at] === '(') {
      // What a macro makes of its arguments, and what `__has_include` finds, is not worked out.
      this.skipGroup();
      return undefined;
    }
    if (meaning === undefined) return undefined;
    if (!meaning.isDefined) return 0;
    const { macro } = meaning;
    if (macro === undefined || macro.parameters !== undefined || macro.body === '')
      return undefined;
    return numberIn(macro.body, this.meaningOf, this.depth + 1);
  }

  private skipGroup(): void {
    let open = 0;
    do {
      const token = this.tokens[this.at];
      if (token === undefined) this.isWrong = true;
      if (token === '(') open += 1;
      if (token === ')') open -= 1;
      this.at += 1;
    } while (open > 0 && !this.isWrong);
  }

  private takes(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }
}

/** An operation of which one operand alone may decide the result. */
function combined(
  op: string,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (op === '&&' && (left === 0 || right === 0)) return 0;
  if (op === '||' && (isTrue(left) || isTrue(right))) return 1;
  return left === undefined || right === undefined ? undefined : applyBinary(op, left, right);
}

function isTrue(value: number | undefined): boolean {
  return value !== undefined && value !== 0;
}
