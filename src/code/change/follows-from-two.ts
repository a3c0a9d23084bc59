import { type Comparison, type Constraint, comparison, isImplied } from './constraint.ts';
import { difference, type LinearForm, scaled } from './linear-form.ts';

type Known = ReadonlyMap<string, Constraint>;

/**
 * Whether a constraint follows from one that is known and from what is known of a place by its assignment:
 * `strlen(s) < 9` from `n == strlen(s)` and `n < 9`, or `i < n` from `i < most` and `most <= n`.
 */
export function followsFromTwo(wanted: Constraint, known: Known): boolean {
  const { alternatives } = wanted;
  const [goal, ...others] = alternatives;
  if (others.length > 0) return false;
  return known.values().some((fact) => {
    if (fact.kind !== 'assigned' || fact.keeps !== undefined) return false;
    return (
      fact.alternatives.length === 1 && isLeftImplied(goal, fact.alternatives[0], wanted, known)
    );
  });
}

/** Whether what is left to show of a goal, once a fact has been used, is known. */
function isLeftImplied(
  goal: Comparison,
  fact: Comparison,
  wanted: Constraint,
  known: Known,
): boolean {
  const isCopy = fact.relation === '==' && fact.form.constant === 0 && fact.form.terms.size === 2;
  const isLimit = fact.relation === '>=' && goal.relation === '>=';
  if (!isCopy && !isLimit) return false;
  return [...goal.form.terms].some(([term, factor]) => {
    const multiple = fact.form.terms.get(term);
    if (multiple === undefined || factor % multiple !== 0) return false;
    const times = factor / multiple;
    // A multiple of what is at least 0 is so only if it is not negative.
    if (isLimit && times < 0) return false;
    return isShown(goal, difference(goal.form, scaled(fact.form, times)), wanted, known);
  });
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
