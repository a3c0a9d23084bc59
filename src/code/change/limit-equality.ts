import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike, pointee } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { RemovedCheck } from './removed-checks.ts';

/** `p == end` as a limit: two pointers, neither of them null. */
export function isLimitEquality({
  constraint: { kind, test },
  pair,
}: Pick<RemovedCheck, 'constraint' | 'pair'>): boolean {
  if (kind !== 'equality' || test.kind !== 'binary') return false;
  // Which object it is says nothing of where one ends.
  if (isNamedObject(test.left) || isNamedObject(test.right)) return false;
  if (!isPointerLike(test.left.type) || !isPointerLike(test.right.type)) return false;
  // Numbers are gone through one by one; of records two pointers may just be two names of one.
  const of = pointee(test.left.type);
  return of?.kind === 'int' || [test.left, test.right].some((side) => isStepped(side, pair.head));
}

function isStepped(side: Expr, { blocks }: LoweredFunction): boolean {
  const place = expressionText(side);
  return expressionsOf(blocks).some((expr) => {
    if (expr.kind === 'incdec') return expressionText(expr.operand) === place;
    return expr.kind === 'assign' && expr.op !== '=' && expressionText(expr.target) === place;
  });
}

function isNamedObject(expr: Expr): boolean {
  if (expr.kind === 'cast') return isNamedObject(expr.operand);
  return expr.kind === 'address' && expr.operand.kind === 'name';
}
