import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { accessPaths, isPlace } from './access-paths.ts';
import { type Comparison, type Constraint, comparison, constraint } from './constraint.ts';
import { difference, linearForm, termsKey } from './linear-form.ts';

/**
 * What holds of a place behind `place = value`: that it is the value; and where the value is the
 * smaller or the larger of two, that it is at most, or at least, each of them; that an address is not
 * null; and of a condition, that the place keeps its answer.
 */
export function assignedConstraints(target: Expr, value: Expr): readonly Constraint[] {
  if (!isPlace(target)) return [];
  const place = expressionText(target);
  const plain = value.kind === 'cast' ? value.operand : value;
  // The value was read before the assignment: what it says of the place is no longer so.
  if (accessPaths(plain).has(place)) return [];
  if (isCondition(plain)) return [keptCondition(target, plain)];
  if (plain.kind === 'conditional') return ofConditional(target, plain);
  return [...relate('==', target, plain, value), ...notNull(target, plain)];
}

/** That a pointer is not null that gets a text or the address of something: `if (!name) name = "";`. */
function notNull(target: Expr, value: Expr): Constraint[] {
  if (!isPointerLike(target.type) || !isAddress(value)) return [];
  const found = comparison('!=', linearForm(target));
  if (found === undefined) return [];
  return [constraint([found], value, 'assigned', accessPaths(target), new Set())];
}

function isAddress(value: Expr): boolean {
  if (value.kind === 'string' || value.type.kind === 'array') return true;
  return value.kind === 'address' && value.operand.kind === 'name';
}

function isCondition(value: Expr): boolean {
  if (value.kind === 'unary') return value.op === '!';
  return value.kind === 'binary' && /^(?:[<>]=?|[!=]=|&&|\|\|)$/.test(value.op);
}

/** That a place keeps the answer of a condition, as long as nothing that this reads changes; 0 or 1. */
function keptCondition(target: Expr, condition: Expr): Constraint {
  const place = expressionText(target);
  const form = linearForm(target);
  const answer: Comparison = { relation: '>=', form, key: termsKey(form) };
  const reads = accessPaths(target).union(accessPaths(condition));
  return {
    ...constraint([answer], condition, 'assigned', reads, new Set()),
    key: `${place} keeps ${expressionText(condition)}`,
    keeps: { place, condition },
  };
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
