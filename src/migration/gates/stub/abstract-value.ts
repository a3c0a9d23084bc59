import { integerValue } from '../../../code/rust/items/integer-literal.ts';

/**
 * What a Rust expression can be, from less to more: `constant` is the same whatever the arguments,
 * `input` an argument or a part of it as it came, `chosen` one of such by a condition, `computed`
 * anything else. `never` does not come to its end.
 */
export type AbstractValue =
  | { readonly kind: 'never' }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'chosen' }
  | { readonly kind: 'computed' };

export const UNIT: AbstractValue = { kind: 'constant', text: '()' };
export const NEVER: AbstractValue = { kind: 'never' };
export const CHOSEN: AbstractValue = { kind: 'chosen' };
export const COMPUTED: AbstractValue = { kind: 'computed' };

export function constantOf(text: string): AbstractValue {
  return { kind: 'constant', text };
}

/** What is one or the other, by a condition that depends on the arguments or does not. */
export function joinValues(
  one: AbstractValue,
  other: AbstractValue,
  isFixed: boolean,
): AbstractValue {
  if (one.kind === 'never') return other;
  if (other.kind === 'never' || isSameAbstractValue(one, other)) return one;
  if (one.kind === 'computed' || other.kind === 'computed') return COMPUTED;
  if (isFixed && one.kind === 'constant' && other.kind === 'constant') {
    return constantOf(`${one.text} or ${other.text}`);
  }
  return CHOSEN;
}

/** What is made of parts without changing them: a tuple, `Some(…)`. */
export function compoundValue(parts: readonly AbstractValue[], name = ''): AbstractValue {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.kind !== 'constant') return only;
  if (parts.some(({ kind }) => kind === 'computed')) return COMPUTED;
  if (parts.some(({ kind }) => kind === 'chosen')) return CHOSEN;
  const texts = parts.map((part) => ('text' in part ? part.text : ''));
  const text = `${name}(${texts.join(', ')})`;
  return parts.every(({ kind }) => kind === 'constant')
    ? constantOf(text)
    : { kind: 'input', text };
}

export function isSameAbstractValue(one: AbstractValue, other: AbstractValue): boolean {
  if ('text' in one && 'text' in other) return one.kind === other.kind && one.text === other.text;
  return one.kind === other.kind;
}

/** The outcome of an operator before one operand: `-x`, `!x`, `*x`. */
export function unaryValue(operator: string, operand: AbstractValue): AbstractValue {
  if (operator === '*') return operand;
  if (operand.kind !== 'constant')
    return operand.kind === 'never' ? NEVER : joinValues(operand, COMPUTED, false);
  if (operator === '!' && /^(?:true|false)$/.test(operand.text)) {
    return constantOf(String(operand.text === 'false'));
  }
  return constantOf(`${operator}${operand.text}`);
}

/** A field of what is known. */
export function fieldValue(whole: AbstractValue, field: string): AbstractValue {
  return 'text' in whole ? { ...whole, text: `${whole.text}.${field}` } : whole;
}

/** An element of what is known. */
export function elementValue(whole: AbstractValue, at: AbstractValue): AbstractValue {
  if (!('text' in whole)) return whole;
  if (at.kind === 'constant') return { ...whole, text: `${whole.text}[${at.text}]` };
  return whole.kind === 'input' && at.kind === 'input' ? whole : COMPUTED;
}

const COMPARES = /^(?:==|!=|<|>|<=|>=)$/;

/** The outcome of an operator, arithmetic that always gives the same looked through: `x - x`, `x * 0`. */
export function binaryValue(
  operator: string,
  left: AbstractValue,
  right: AbstractValue,
): AbstractValue {
  if (left.kind === 'never' || right.kind === 'never') return NEVER;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (operator === '&&' || operator === '||') return combineTruth(operator, left, right);
  if (a !== undefined && b !== undefined) return foldConstants(operator, a, b);
  if ('text' in left && isSameAbstractValue(left, right)) {
    if (/^[-^%]$/.test(operator)) return constantOf('0');
    if (operator === '/') return constantOf('1');
    if (COMPARES.test(operator))
      return constantOf(String(operator.includes('=') && operator !== '!='));
    if (operator === '&' || operator === '|') return left;
  }
  if ((a === 0n || b === 0n) && (operator === '*' || operator === '&')) return constantOf('0');
  if (b === 1n && operator === '%') return constantOf('0');
  if (b === 0n && /^(?:[-+|^]|<<|>>)$/.test(operator)) return left;
  if (a === 0n && /^[+|^]$/.test(operator)) return right;
  if (b === 1n && /^[*/]$/.test(operator)) return left;
  if (left.kind === 'constant' && right.kind === 'constant') {
    return constantOf(`${left.text} ${operator} ${right.text}`);
  }
  return COMPARES.test(operator) ? CHOSEN : COMPUTED;
}

function combineTruth(
  operator: '&&' | '||',
  left: AbstractValue,
  right: AbstractValue,
): AbstractValue {
  const decides = operator === '&&' ? 'false' : 'true';
  for (const one of [left, right]) {
    if (one.kind === 'constant' && one.text === decides) return one;
  }
  if (left.kind === 'constant' && (left.text === 'true' || left.text === 'false')) return right;
  if (left.kind === 'computed' || right.kind === 'computed') return COMPUTED;
  return left.kind === 'constant' && right.kind === 'constant' ? left : CHOSEN;
}

function foldConstants(operator: string, a: bigint, b: bigint): AbstractValue {
  if (COMPARES.test(operator)) return constantOf(String(compare(operator, a, b)));
  if (operator === '+') return constantOf(String(a + b));
  if (operator === '-') return constantOf(String(a - b));
  if (operator === '*') return constantOf(String(a * b));
  return constantOf(`${a} ${operator} ${b}`);
}

function compare(operator: string, a: bigint, b: bigint): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}

function numberOf(outcome: AbstractValue): bigint | undefined {
  return outcome.kind === 'constant' && /^-?\d+$/.test(outcome.text)
    ? BigInt(outcome.text)
    : undefined;
}

/** An integer literal of Rust in decimal, without underscores and type. */
export function integerText(literal: string): string {
  return String(integerValue(literal) ?? literal);
}
