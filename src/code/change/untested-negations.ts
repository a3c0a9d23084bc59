import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { Constraint } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { guardedSteps } from './guarded-uses.ts';
import { lostConstraints } from './lost-constraints.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** `-x` that base computed only where `x` was not the least number of its type. */
export interface UntestedNegation {
  /** In base. */
  readonly test: Expr;
  /** In head. */
  readonly negation: Expr;
}

const LEAST = new Set([2 ** 31, 2 ** 63]);

/** The changes of a sign that the change took the test for the least number from. */
export function untestedNegations(change: UnitChange, pair: FunctionPair): UntestedNegation[] {
  const { base, head, lines } = change;
  return lostConstraints(pair, base, head, lines, guardedSteps).flatMap(({ constraint, uses }) => {
    const { test } = constraint;
    if (!isTakenAway(change, test)) return [];
    const place = placeAboveLeast(constraint);
    const use = uses.find(
      ({ kind, expr }) =>
        kind === 'negation' && expr.kind === 'unary' && expressionText(expr.operand) === place,
    );
    return use === undefined ? [] : [{ test, negation: use.expr }];
  });
}

/** What is not the least number: by its value, or compared with a name such as `INT_MIN`. */
function placeAboveLeast({ alternatives: [first, ...others] }: Constraint): string | undefined {
  const { relation, form } = first;
  if (others.length > 0 || relation === '==') return undefined;
  const terms = [...form.terms.keys()];
  const [place] = terms.filter((name) => !isLeastName(name));
  if (terms.length === 2 && terms.some(isLeastName)) return place;
  const least = relation === '!=' ? form.constant : form.constant + 1;
  return terms.length === 1 && LEAST.has(least) ? place : undefined;
}

function isLeastName(name: string): boolean {
  return /_MIN$/.test(name);
}
