import type { SyntaxNode } from '../../syntax/syntax.ts';
import { isWithin, rangeOfType } from '../ranges/integer-range.ts';
import { negated } from '../state/facts.ts';
import { type RustValue, UNKNOWN, UNKNOWN_NUMBER } from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import type { RustWalk } from '../state/walk.ts';
import { dereference } from './dereference.ts';

/** `!x`, `-x`, `*x` */
export function unaryExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const operand = node.children.find((child) => child.named);
  if (operand === undefined) return UNKNOWN;
  const value = walk.evaluate(operand);
  const operator = node.children[0]?.type;
  if (operator === '!') return inverted(value);
  if (operator === '-') return minus(walk, value);
  return dereference(walk, node, value);
}

/** `!x` of a truth, or of the bits of a number. */
export function inverted(value: RustValue): RustValue {
  return { ...value, ...UNKNOWN_NUMBER, condition: negated(value.condition), place: '' };
}

/** `-x` */
export function minus(walk: RustWalk, value: RustValue): RustValue {
  const number = value.number === undefined ? undefined : -value.number;
  const range = rangeAt(walk.facts, value);
  const negative = range && { lo: -range.hi, hi: -range.lo };
  const limits = rangeOfType(value.type);
  const fits = negative !== undefined && (limits === undefined || isWithin(negative, limits));
  return { ...value, ...UNKNOWN_NUMBER, number, range: fits ? negative : undefined, place: '' };
}
