import type { ConditionNames } from './build-names.ts';
import { characterNumber } from './condition-character.ts';
import {
  binaryNumber,
  type ConditionNumber,
  chosenNumber,
  integerLiteral,
  isTrue,
  truthNumber,
  UNKNOWN_NUMBER,
  unaryNumber,
} from './condition-number.ts';
import { conditionTokens } from './condition-tokens.ts';

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

const ZERO = truthNumber(false);
const ONE = truthNumber(true);

/**
 * Whether an expression of `#if` holds (C11 6.10.1); undefined where that hangs on a name of which nothing is known,
 * or the expression cannot be read.
 */
export function conditionHolds(text: string, names: ConditionNames): boolean | undefined {
  const tokens = conditionTokens(text, names);
  if (tokens === undefined) return undefined;
  const reader = new ConditionReader(tokens, names);
  const number = reader.whole();
  return reader.isAtEnd && !reader.isWrong ? isTrue(number) : undefined;
}

class ConditionReader {
  isWrong = false;
  private readonly tokens: readonly string[];
  private readonly names: ConditionNames;
  private at = 0;

  constructor(tokens: readonly string[], names: ConditionNames) {
    this.tokens = tokens;
    this.names = names;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  whole(): ConditionNumber {
    let last = this.choice();
    while (this.takes(',')) last = this.choice();
    return last;
  }

  private choice(): ConditionNumber {
    const condition = this.operation(1);
    if (!this.takes('?')) return condition;
    const then = this.whole();
    if (!this.takes(':')) this.isWrong = true;
    return chosenNumber(condition, then, this.choice());
  }

  private operation(least: number): ConditionNumber {
    let left = this.operand();
    for (;;) {
      const op = this.tokens[this.at] ?? '';
      const binding = BINDING.get(op) ?? 0;
      if (binding < least || this.isWrong) return left;
      this.at += 1;
      left = binaryNumber(op, left, this.operation(binding + 1));
    }
  }

  private operand(): ConditionNumber {
    const token = this.tokens[this.at] ?? '';
    this.at += 1;
    if (token === '!' || token === '-' || token === '+' || token === '~')
      return unaryNumber(token, this.operand());
    if (token === '(') {
      const value = this.whole();
      if (!this.takes(')')) this.isWrong = true;
      return value;
    }
    if (token.endsWith("'") && !/^\d/.test(token)) return this.character(token);
    if (/^[A-Za-z_$]/.test(token))
      return token === 'defined' ? this.definition() : this.name(token);
    const literal = integerLiteral(token);
    if (literal === undefined) this.isWrong = true;
    return literal ?? UNKNOWN_NUMBER;
  }

  private character(token: string): ConditionNumber {
    return characterNumber(token, this.names.meaningOf('__CHAR_UNSIGNED__')?.isDefined);
  }

  private definition(): ConditionNumber {
    const isBracketed = this.takes('(');
    const name = this.tokens[this.at] ?? '';
    this.at += 1;
    if (isBracketed && !this.takes(')')) this.isWrong = true;
    return truthNumber(this.names.meaningOf(name)?.isDefined);
  }

  private name(name: string): ConditionNumber {
    if (this.tokens[this.at] === '(') {
      // What a macro makes of its arguments, and what `__has_include` finds, is not worked out.
      this.skipGroup();
      return UNKNOWN_NUMBER;
    }
    const meaning = this.names.meaningOf(name);
    if (meaning?.isDefined === true) return UNKNOWN_NUMBER;
    if (name === 'false') return ZERO;
    if (name === 'true' && this.names.hasTrue) return ONE;
    return meaning === undefined ? UNKNOWN_NUMBER : ZERO;
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
