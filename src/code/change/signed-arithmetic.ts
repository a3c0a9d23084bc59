import type { AssignExpr, BinaryExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { arithmeticType, type CType, promoted } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { bitsNeeded } from './checked-arithmetic.ts';
import type { FunctionPair } from './function-pairs.ts';

/** Arithmetic that head computes in a signed type, where base had cast it to one that wraps around or is wider. */
export interface SignedArithmetic {
  readonly expr: BinaryExpr;
  readonly before: BinaryExpr;
}

type IntType = CType & { readonly kind: 'int' };

/**
 * The sums, products and shifts of head that have the text of one of base, and lost a cast or the `U` of a number, so
 * that what is too large for their type has no defined value; and shifts of what may be negative in place of products.
 */
export function signedArithmetic({ base, head }: FunctionPair): readonly SignedArithmetic[] {
  const before = byText(base);
  const products = productsOf(base);
  return [...byText(head)].flatMap(([text, expr]): SignedArithmetic[] => {
    if (!isSigned(expr.type)) return [];
    const was = before.get(text);
    const product = expr.op === '<<' ? products.get(shiftKey(expr.left, expr.right)) : undefined;
    if (product !== undefined && was === undefined && mayBeNegative(expr.left))
      return [{ expr, before: product }];
    if (was?.type.kind === 'float' && expr.op === '*' && bitsNeeded(expr) > expr.type.bits)
      return [{ expr, before: was }];
    if (was === undefined || !isWiderOrUnsigned(was.type, expr.type)) return [];
    return raises(was) > raises(expr) ? [{ expr, before: was }] : [];
  });
}

/** The products by powers of two, by what is shifted and how far: `n * (1 << k)` and `n * 8` is `n << k` also for a negative `n`. */
function productsOf({ blocks }: LoweredFunction): ReadonlyMap<string, BinaryExpr> {
  const found = new Map<string, BinaryExpr>();
  for (const product of arithmeticIn(blocks)) {
    if (product.op !== '*') continue;
    const factor = withoutCasts(product.right);
    const isPower =
      factor.kind === 'binary' && factor.op === '<<' && knownNumber(factor.left) === 1;
    if (isPower) found.set(shiftKey(product.left, factor.right), product);
    const bits = Math.log2(knownNumber(factor) ?? 0);
    if (Number.isInteger(bits)) found.set(`${expressionText(product.left)} << ${bits}`, product);
  }
  return found;
}

function shiftKey(shifted: Expr, by: Expr): string {
  return `${expressionText(shifted)} << ${knownNumber(by) ?? expressionText(by)}`;
}

/** Whether a shift may be of a negative number: what was promoted from an unsigned type is none. */
function mayBeNegative(expr: Expr): boolean {
  if (knownNumber(expr) !== undefined) return false;
  const { type } = withoutCasts(expr);
  return isSigned(expr.type) && (type.kind !== 'int' || type.signed);
}

/** Of each text the first. Constants and steps by one stay within what their type holds. */
function byText({ blocks }: LoweredFunction): ReadonlyMap<string, BinaryExpr> {
  const found = new Map<string, BinaryExpr>();
  for (const expr of arithmeticIn(blocks)) {
    if (knownNumber(expr) !== undefined || isStep(expr)) continue;
    const text = expressionText(expr);
    if (!found.has(text)) found.set(text, expr);
  }
  return found;
}

function arithmeticIn(blocks: LoweredFunction['blocks']): BinaryExpr[] {
  return expressionsOf(blocks).flatMap((each) => {
    const expr = each.kind === 'assign' ? computedIn(each) : each;
    return expr?.kind === 'binary' && /^(?:[-+*]|<<)$/.test(expr.op) ? expr : [];
  });
}

/** What `a += b` computes: `a + b`, in the type that both have in common. */
function computedIn({ op, target, value, start, end }: AssignExpr): BinaryExpr | undefined {
  const operator = op.slice(0, -1);
  if (operator === '') return undefined;
  const type = operator === '<<' ? promoted(target.type) : arithmeticType(target.type, value.type);
  return { kind: 'binary', op: operator, left: target, right: value, type, start, end };
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
