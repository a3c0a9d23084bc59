import type { CFunction, Expr } from '../c/ast.ts';
import { constantOf } from '../c/constants.ts';

/** Moves an end of a growing range to the next value that the code itself mentions. */
export type Widen = (value: number, up: boolean) => number;

/** Widening to the constants that a function compares with, and to the lengths of its arrays. */
export function thresholdsOf(fn: CFunction): Widen {
  const found = new Set<number>([-1, 0, 1]);
  const add = (value: number): void => {
    for (const near of [value - 1, value, value + 1]) found.add(near);
  };
  for (const block of fn.blocks) {
    if (block.end.kind === 'branch') collect(block.end.condition, add);
    for (const step of block.steps) {
      if (
        step.kind === 'declare' &&
        step.variable.type.kind === 'array' &&
        step.variable.type.length !== undefined
      )
        add(step.variable.type.length);
    }
  }
  const sorted = [...found].sort((a, b) => a - b);
  return (value, up) => {
    if (up) return sorted.find((threshold) => threshold >= value) ?? Number.POSITIVE_INFINITY;
    return sorted.findLast((threshold) => threshold <= value) ?? Number.NEGATIVE_INFINITY;
  };
}

/** Finds the constants in a condition. */
function collect(expr: Expr, add: (value: number) => void): void {
  const value = constantOf(expr);
  if (value !== undefined) {
    add(value);
    return;
  }
  if (expr.kind === 'binary') {
    collect(expr.left, add);
    collect(expr.right, add);
  } else if (expr.kind === 'unary' || expr.kind === 'cast') collect(expr.operand, add);
}
