import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { accessPaths, isPlace } from './access-paths.ts';
import { type Constraint, comparison, constraint } from './constraint.ts';
import { difference, linearForm } from './linear-form.ts';

/**
 * What holds of a place behind `place = value`: that it is the value; and where the value is the
 * smaller or the larger of two, that it is at most, or at least, each of them.
 */
export function assignedConstraints(target: Expr, value: Expr): readonly Constraint[] {
  if (!isPlace(target)) return [];
  const place = expressionText(target);
  const plain = value.kind === 'cast' ? value.operand : value;
  // The value was read before the assignment: what it says of the place is no longer so.
  if (accessPaths(plain).has(place)) return [];
  if (plain.kind === 'conditional') return ofConditional(target, plain);
  return relate('==', target, plain, value);
}

function relate(relation: '==' | '>=', a: Expr, b: Expr, test: Expr): Constraint[] {
  const found = comparison(relation, difference(linearForm(a), linearForm(b)));
  if (found === undefined) return [];
  return [constraint([found], test, 'assigned', accessPaths(a).union(accessPaths(b)), new Set())];
}

function ofConditional(target: Expr, value: Expr & { readonly kind: 'conditional' }): Constraint[] {
  const { condition, then, otherwise } = value;
  if (condition.kind !== 'binary' || then === undefined || !/^[<>]=?$/.test(condition.op))
    return [];
  const [left, right, first, second] = [condition.left, condition.right, then, otherwise].map(
    expressionText,
  );
  const isSame = left === first && right === second;
  if (!isSame && !(left === second && right === first)) return [];
  const isSmaller = condition.op.startsWith('<') === isSame;
  return [then, otherwise].flatMap((each) =>
    isSmaller ? relate('>=', each, target, value) : relate('>=', target, each, value),
  );
}
