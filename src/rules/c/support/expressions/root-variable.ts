import type { Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';

/** The variable that an lvalue is a part of without any pointer in between. */
export function rootVariable(expr: Expr): Variable | undefined {
  if (expr.kind === 'name') return expr.variable;
  if (expr.kind === 'member' && !expr.arrow) return rootVariable(expr.base);
  if (expr.kind === 'index' && expr.base.type.kind === 'array') return rootVariable(expr.base);
  if (expr.kind === 'cast') return rootVariable(expr.operand);
  return undefined;
}

/** The variables whose address a function takes, so that others may write them. */
export function addressTaken(fn: LoweredFunction): Set<Variable> {
  const taken = new Set<Variable>();
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind !== 'address') continue;
    const variable = rootVariable(expr.operand);
    if (variable !== undefined) taken.add(variable);
  }
  return taken;
}
