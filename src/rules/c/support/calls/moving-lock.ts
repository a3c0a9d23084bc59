import type { Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { visitExpr, visitFunction } from '../../../../code/c/ir/walk.ts';

/** A lock found through a variable that is set anew, or an element, is another one each time. */
export function isMoving(fn: LoweredFunction, argument: Expr): boolean {
  const variables = new Set<number>();
  let indexed = false;
  visitExpr(argument, (part) => {
    if (part.kind === 'name' && part.variable !== undefined) variables.add(part.variable.id);
    if (part.kind === 'index' && part.index.kind !== 'number') indexed = true;
    if (part.kind === 'call') indexed = true;
  });
  if (indexed) return true;
  let moved = false;
  visitFunction(fn, (expr) => {
    const target =
      expr.kind === 'assign' ? expr.target : expr.kind === 'incdec' ? expr.operand : undefined;
    if (
      target?.kind === 'name' &&
      target.variable !== undefined &&
      variables.has(target.variable.id)
    )
      moved = true;
  });
  return moved;
}
