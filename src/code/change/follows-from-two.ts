import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { type Comparison, type Constraint, comparison, isImplied } from './constraint.ts';
import { difference, type LinearForm, scaled } from './linear-form.ts';

type Known = ReadonlyMap<string, Constraint>;

/**
 * Whether a constraint follows from one that is known and from what is known of a place by its assignment:
 * `strlen(s) < 9` from `n == strlen(s)` and `n < 9`, `i < n` from `i < most` and `most <= n`, or `i < n` from `i < most`
 * and `most == n - k` for a `k` without a sign.
 */
export function followsFromTwo(wanted: Constraint, known: Known): boolean {
  const { alternatives } = wanted;
  const [goal, ...others] = alternatives;
  if (others.length > 0) return false;
  return known.values().some((fact) => {
    if (fact.kind !== 'assigned' || fact.keeps !== undefined) return false;
    return (
      fact.alternatives.length === 1 &&
      isLeftImplied(goal, { ...fact, alternatives: [fact.alternatives[0]] }, wanted, known)
    );
  });
}

/** Whether what is left to show of a goal, once a fact has been used, is known. */
function isLeftImplied(
  goal: Comparison,
  { alternatives: [fact], test }: Constraint,
  wanted: Constraint,
  known: Known,
): boolean {
  const isEqual = fact.relation === '==' && fact.form.constant === 0;
  const isCopy = isEqual && fact.form.terms.size === 2;
  // Of a sum, which may wrap around, nothing is known: it is no larger number.
  const from = withoutCasts(test);
  const isLessened =
    isEqual &&
    fact.form.terms.size === 3 &&
    goal.relation === '>=' &&
    from.kind === 'binary' &&
    from.op === '-';
  const isLimit = fact.relation === '>=' && goal.relation === '>=';
  if (!isCopy && !isLessened && !isLimit) return false;
  return [...goal.form.terms].some(([term, factor]) => {
    const multiple = fact.form.terms.get(term);
    if (multiple === undefined || factor % multiple !== 0) return false;
    if (isLessened && term !== expressionText(from.left)) return false;
    const times = factor / multiple;
    // A multiple of what is at least 0 is so only if it is not negative.
    if (isLimit && times < 0) return false;
    const left = difference(goal.form, scaled(fact.form, times));
    return isShown(goal, isLessened ? withoutNatural(left, test) : left, wanted, known);
  });
}

/** A form less what is added to it and cannot be negative, by its type: it is at least as much with it. */
function withoutNatural(form: LinearForm, from: Expr): LinearForm {
  const parts = expressionsIn(from);
  const isNatural = (term: string) =>
    parts.some(
      (part) => expressionText(part) === term && part.type.kind === 'int' && !part.type.signed,
    );
  const terms = [...form.terms].filter(([term, multiple]) => multiple < 0 || !isNatural(term));
  return { ...form, terms: new Map(terms) };
}

function isShown(
  { relation }: Comparison,
  form: LinearForm,
  wanted: Constraint,
  known: Known,
): boolean {
  const left = comparison(relation, form);
  // Constants alone: the fact was all that was needed.
  if (left === undefined) return relation === '>=' && form.constant >= 0;
  const key = `${left.key} + ${left.form.constant} ${relation} 0`;
  return isImplied({ ...wanted, alternatives: [left], key }, known);
}
