import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';

/** Whether an expression has 64 bits; a cast that cuts the value says that it is wide before. */
export function isWide(expr: Expr): boolean {
  if (expr.kind === 'number' || expr.kind === 'sizeof') return false;
  if (expr.kind === 'binary')
    return isWide(expr.left) || isWide(expr.right) || isDistance(expr.op, expr.left, expr.right);
  if (expr.kind === 'cast') return isWide(expr.operand);
  return expr.type.kind === 'int' && expr.type.bits === 64;
}

/** `end - at` of pointers, which is as wide as they are. */
function isDistance(op: string, left: Expr, right: Expr): boolean {
  return op === '-' && isPointerLike(left.type) && isPointerLike(right.type);
}

/** Whether a product or sum says how much memory is meant: passed to a call, compared, or an index. */
export function isSize(fn: LoweredFunction, wanted: Expr): boolean {
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'call') return expr.args.some((arg) => withoutCasts(arg) === wanted);
    if (expr.kind === 'index') return withoutCasts(expr.index) === wanted;
    if (expr.kind === 'assign') return withoutCasts(expr.value) === wanted && isWide(expr.target);
    return (
      expr.kind === 'binary' &&
      (/^[<>]=?$/.test(expr.op) || isWide(expr)) &&
      (withoutCasts(expr.left) === wanted || withoutCasts(expr.right) === wanted)
    );
  });
}

/** Whether a place is used, by its text, as an index, an offset of a pointer or an argument of a call. */
export function isUsedAsOffset(fn: LoweredFunction, isPlace: (expr: Expr) => boolean): boolean {
  const isUse = (expr: Expr) => isPlace(withoutCasts(expr));
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'index') return isUse(expr.index);
    if (expr.kind === 'call') return expr.args.some(isUse);
    if (expr.kind === 'assign')
      return /^[-+]=$/.test(expr.op) && isPointerLike(expr.target.type) && isUse(expr.value);
    return (
      expr.kind === 'binary' &&
      /^[-+]$/.test(expr.op) &&
      ((isPointerLike(expr.left.type) && isUse(expr.right)) ||
        (isPointerLike(expr.right.type) && isUse(expr.left)))
    );
  });
}
