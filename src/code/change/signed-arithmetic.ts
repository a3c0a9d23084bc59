import type { BinaryExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { CType } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';

/** Arithmetic that head computes in a signed type, where base had cast it to one that wraps around or is wider. */
export interface SignedArithmetic {
  readonly expr: BinaryExpr;
  readonly before: BinaryExpr;
}

type IntType = CType & { readonly kind: 'int' };

/**
 * The sums, products and shifts of head that have the text of one of base, and lost a cast or the `U` of a number, so
 * that what is too large for their type has no defined value.
 */
export function signedArithmetic({ base, head }: FunctionPair): readonly SignedArithmetic[] {
  const before = byText(base);
  return [...byText(head)].flatMap(([text, expr]): SignedArithmetic[] => {
    const was = before.get(text);
    if (was === undefined || !isSigned(expr.type)) return [];
    if (!isWiderOrUnsigned(was.type, expr.type)) return [];
    return raises(was) > raises(expr) ? [{ expr, before: was }] : [];
  });
}

/** Of each text the first. Constants and steps by one stay within what their type holds. */
function byText({ blocks }: LoweredFunction): ReadonlyMap<string, BinaryExpr> {
  const found = new Map<string, BinaryExpr>();
  for (const expr of expressionsOf(blocks)) {
    if (expr.kind !== 'binary' || !/^(?:[-+*]|<<)$/.test(expr.op)) continue;
    if (knownNumber(expr) !== undefined || isStep(expr)) continue;
    const text = expressionText(expr);
    if (!found.has(text)) found.set(text, expr);
  }
  return found;
}

function isStep({ op, left, right }: BinaryExpr): boolean {
  const constant = knownNumber(right) ?? knownNumber(left);
  return /^[-+]$/.test(op) && constant !== undefined && Math.abs(constant) <= 1;
}

function isSigned(type: CType): type is IntType {
  return type.kind === 'int' && type.signed;
}

function isWiderOrUnsigned(type: CType, than: IntType): boolean {
  if (type.kind !== 'int' || type.bits < than.bits) return false;
  return type.bits > than.bits || !type.signed;
}

/** How many casts to a wider or unsigned type an expression holds, and unsigned numbers. */
function raises(expr: Expr): number {
  return expressionsIn(expr).filter((part) => {
    if (part.type.kind !== 'int') return false;
    if (part.kind === 'number') return !part.type.signed;
    if (part.kind !== 'cast' || part.operand.type.kind !== 'int') return false;
    return isRaised(part.operand.type, part.type);
  }).length;
}

function isRaised(from: IntType, to: IntType): boolean {
  return to.bits > from.bits || (!to.signed && from.signed);
}
