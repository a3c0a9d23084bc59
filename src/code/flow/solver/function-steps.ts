import type { LoweredFunction } from '../../c/ir/ast.ts';
import { visitFunction } from '../../c/ir/walk.ts';
import { LIMITS } from '../../limits.ts';

/** What the analysis of a function may cost. */
export function stepsFor(fn: LoweredFunction): number {
  const own = LIMITS.functionSteps + LIMITS.stepsPerExpression * expressionCount(fn);
  return Math.min(own, LIMITS.longFunctionSteps);
}

/** How many expressions a function has. */
export function expressionCount(fn: LoweredFunction): number {
  let expressions = 0;
  visitFunction(fn, () => {
    expressions += 1;
  });
  return expressions;
}
