import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';

/** What a function assigns to its places, and what it declares its variables with; places are by text. */
export function assignedValues(fn: LoweredFunction): { target: string; value: Expr }[] {
  const assigned = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'assign' ? { target: expressionText(expr.target), value: expr.value } : [],
  );
  const declared = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'declare' && step.init !== undefined
        ? { target: step.variable.name, value: step.init }
        : [],
    ),
  );
  return [...assigned, ...declared];
}
