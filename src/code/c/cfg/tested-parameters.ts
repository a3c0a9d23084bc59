import type { Expr, LoweredFunction } from '../ir/ast.ts';
import { withoutCasts } from '../ir/without-casts.ts';

/**
 * The positions of the parameters that a function itself tests: for null, against a constant, or in a `switch`.
 * It allows for callers that pass such values. What an assertion tests, it takes for granted.
 */
export function testedParameters({ blocks }: LoweredFunction): ReadonlySet<number> {
  const tested = new Set<number>();
  for (const { end } of blocks) {
    if (end.kind === 'branch' && end.assertion !== true) addTested(end.condition, tested);
    if (end.kind === 'switch') addParameter(end.value, tested);
  }
  return tested;
}

function addTested(condition: Expr, tested: Set<number>): void {
  const inner = withoutCasts(condition);
  if (inner.kind === 'unary' && inner.op === '!') return addTested(inner.operand, tested);
  if (inner.kind !== 'binary') return addParameter(inner, tested);
  const { op, left, right } = inner;
  if (op === '&&' || op === '||') {
    addTested(left, tested);
    addTested(right, tested);
  } else if (/^(?:[=!]=|[<>]=?)$/.test(op)) {
    if (withoutCasts(right).kind === 'number') addParameter(left, tested);
    if (withoutCasts(left).kind === 'number') addParameter(right, tested);
  }
}

function addParameter(expr: Expr, tested: Set<number>): void {
  const inner = withoutCasts(expr);
  const variable = inner.kind === 'name' ? inner.variable : undefined;
  if (variable?.scope === 'parameter') tested.add(variable.position);
}
