import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf, partsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';

/** A product, sum or shift of head that is computed in fewer bits than in base. */
export interface NarrowedArithmetic {
  readonly expr: Expr;
  readonly before: number;
  readonly now: number;
}

/** The arithmetic of head that has the text of one of base and a narrower type: a widening cast is gone. */
export function narrowedArithmetic({ base, head }: FunctionPair): readonly NarrowedArithmetic[] {
  const before = widths(base);
  const now = widths(head);
  return [...now].flatMap(([text, { expr, bits }]) => {
    const wider = before.get(text);
    if (wider === undefined || wider.bits <= bits) return [];
    // A cast that the change wrote says that the value is meant to be cut.
    if (cuts(expr) > cuts(wider.expr)) return [];
    return { expr, before: wider.bits, now: bits };
  });
}

/** `n - 1` and `n + 1`, which hardly ever leave the narrower type. */
function isStep(expr: Expr & { readonly kind: 'binary' }): boolean {
  const constant = knownNumber(expr.right) ?? knownNumber(expr.left);
  return /^[-+]$/.test(expr.op) && constant !== undefined && Math.abs(constant) <= 1;
}

/** Of each text the narrowest. */
function widths(fn: LoweredFunction): ReadonlyMap<string, { expr: Expr; bits: number }> {
  const found = new Map<string, { expr: Expr; bits: number }>();
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind !== 'binary' || !/^(?:[-+*]|<<)$/.test(expr.op) || expr.type.kind !== 'int')
      continue;
    if (knownNumber(expr) !== undefined || isStep(expr)) continue;
    const text = expressionText(expr);
    const known = found.get(text);
    if (known === undefined || expr.type.bits < known.bits)
      found.set(text, { expr, bits: expr.type.bits });
  }
  return found;
}

/** How many casts to fewer bits an expression holds. */
function cuts(expr: Expr): number {
  const isCut =
    expr.kind === 'cast' &&
    expr.type.kind === 'int' &&
    expr.operand.type.kind === 'int' &&
    expr.type.bits < expr.operand.type.bits;
  return partsOf(expr).reduce((sum, part) => sum + cuts(part), isCut ? 1 : 0);
}
