/*
 * A number of elements computed from other integers: `(size + 7) / 8`. It is data that is read,
 * printed and worked out here, and never code. Arithmetic is that of signed 64-bit integers that
 * stop at their ends; a division by zero and a shift out of 0 to 63 give zero: every expression
 * has a value, and the printed C gives the same one.
 */

const LEVELS = [
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
] as const;

type Operator = (typeof LEVELS)[number][number];

export type LengthExpression =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: LengthExpression;
      readonly right: LengthExpression;
    };

const MAX_INT64 = (1n << 63n) - 1n;
const MIN_INT64 = -(1n << 63n);
/** Longer texts, which also bounds how deep they nest, say no length. */
const MAX_CHARACTERS = 200;

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?!\w)|([A-Za-z_]\w*)|(<<|>>|[-+*/%()]))/y;

/** Reads an expression in C's notation, with C's precedence; undefined where it is none. */
export function parseLength(text: string): LengthExpression | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  let at = 0;
  const binary = (level: number): LengthExpression | undefined => {
    const operators: readonly string[] | undefined = LEVELS[level];
    if (operators === undefined) return primary();
    let left = binary(level + 1);
    for (;;) {
      const operator = LEVELS[level]?.find((one) => one === tokens[at]);
      if (operator === undefined || left === undefined) return left;
      at += 1;
      const right = binary(level + 1);
      if (right === undefined) return undefined;
      left = { kind: 'binary', operator, left, right };
    }
  };
  const primary = (): LengthExpression | undefined => {
    const token = tokens[at] ?? '';
    at += 1;
    if (/^\d/.test(token)) {
      // A leading zero makes it octal in C.
      const value = BigInt(/^0\d/.test(token) ? `0o${token.slice(1)}` : token);
      return value > MAX_INT64 ? undefined : { kind: 'number', value };
    }
    if (/^\w/.test(token)) return { kind: 'name', name: token };
    if (token !== '(') return undefined;
    const inner = binary(0);
    at += 1;
    return tokens[at - 1] === ')' ? inner : undefined;
  };
  const read = binary(0);
  return at === tokens.length ? read : undefined;
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (const end = text.trimEnd().length; TOKEN.lastIndex < end; ) {
    const [, number, name, sign] = TOKEN.exec(text) ?? [];
    const token = number ?? name ?? sign;
    if (token === undefined || /^0\d*[89]/.test(token)) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** The names in an expression, each once, in order. */
export function namesInLength(expression: LengthExpression): string[] {
  if (expression.kind === 'number') return [];
  if (expression.kind === 'name') return [expression.name];
  return [...new Set([...namesInLength(expression.left), ...namesInLength(expression.right)])];
}

/** The same expression of other names. */
export function withNames(
  expression: LengthExpression,
  nameOf: (name: string) => string,
): LengthExpression {
  if (expression.kind === 'number') return expression;
  if (expression.kind === 'name') return { kind: 'name', name: nameOf(expression.name) };
  const { left, right } = expression;
  return { ...expression, left: withNames(left, nameOf), right: withNames(right, nameOf) };
}

/** As `parseLength` reads it. */
export function lengthText(expression: LengthExpression): string {
  if (expression.kind === 'number') return `${expression.value}`;
  if (expression.kind === 'name') return expression.name;
  const part = (one: LengthExpression) =>
    one.kind === 'binary' ? `(${lengthText(one)})` : lengthText(one);
  return `${part(expression.left)} ${expression.operator} ${part(expression.right)}`;
}

/** What an expression gives, `given` its names. */
export function evaluateLength(
  expression: LengthExpression,
  valueOfName: (name: string) => bigint,
): bigint {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'name') return saturate(valueOfName(expression.name));
  const left = evaluateLength(expression.left, valueOfName);
  const right = evaluateLength(expression.right, valueOfName);
  const isShift = right >= 0n && right < 64n;
  switch (expression.operator) {
    case '+':
      return saturate(left + right);
    case '-':
      return saturate(left - right);
    case '*':
      return saturate(left * right);
    case '/':
      return right === 0n ? 0n : saturate(left / right);
    case '%':
      return right === 0n ? 0n : left % right;
    case '<<':
      return isShift ? saturate(left << right) : 0n;
    case '>>':
      return isShift ? left >> right : 0n;
  }
}

function saturate(value: bigint): bigint {
  return value > MAX_INT64 ? MAX_INT64 : value < MIN_INT64 ? MIN_INT64 : value;
}

/**
 * A C expression of type `__int128` that gives the same, given the C of its names. The functions that
 * it calls are in `assets/c-driver/driver.h`.
 */
export function lengthAsC(
  expression: LengthExpression,
  textOfName: (name: string) => string,
): string {
  if (expression.kind === 'number') return `(rw_i128)${expression.value}LL`;
  if (expression.kind === 'name') return `rw_held((rw_i128)(${textOfName(expression.name)}))`;
  const left = lengthAsC(expression.left, textOfName);
  const right = lengthAsC(expression.right, textOfName);
  switch (expression.operator) {
    case '+':
    case '-':
    case '*':
      return `rw_held(${left} ${expression.operator} ${right})`;
    case '/':
      return `rw_over(${left}, ${right})`;
    case '%':
      return `rw_rest(${left}, ${right})`;
    case '<<':
      return `rw_left(${left}, ${right})`;
    case '>>':
      return `rw_right(${left}, ${right})`;
  }
}
