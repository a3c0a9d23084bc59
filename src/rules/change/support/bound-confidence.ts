import type { Expr } from '../../../code/c/ir/ast.ts';
import { knownNumber } from '../../../code/c/ir/constants.ts';
import { expressionText } from '../../../code/c/ir/expression-text.ts';
import { expressionsIn, topLevelExpressions } from '../../../code/c/ir/walk.ts';
import { accessPaths, valuePaths } from '../../../code/change/access-paths.ts';
import { assignedValues } from '../../../code/change/assigned-values.ts';
import { type Constraint, constraintsOf } from '../../../code/change/constraint.ts';
import type { GuardedUse } from '../../../code/change/guarded-uses.ts';
import { leavesOn, sidesOf } from '../../../code/change/leaves-on.ts';
import { isLimitEquality } from '../../../code/change/limit-equality.ts';
import { onlyReports } from '../../../code/change/only-reports.ts';
import type { RemovedCheck } from '../../../code/change/removed-checks.ts';
import { testsOf } from '../../../code/change/tests.ts';

/** How sure it is that a removed check was of a bound, and is missed; undefined where it is of something else. */
export function boundConfidence(check: RemovedCheck): number | undefined {
  const { constraint, relation, weaker, uses } = check;
  const isBound = constraint.kind === 'bound' || isLimitEquality(check);
  if (!isBound || uses.every(({ kind }) => kind === 'division')) return undefined;
  // The sequence may well have an end of its own.
  if (check.isSentinel) return 0.45;
  const isMade = (text: string) =>
    testsOf(check.pair.head).some((one) => expressionText(one) === text);
  if (relation === 'same') {
    // One of several conditions: where head makes the test as well, another one is gone.
    const { alternatives, test } = constraint;
    if (alternatives.length > 1 && isMade(expressionText(test))) return undefined;
    if (weaker === undefined)
      return uses.every(isCall) && isLeast(constraint) && isOtherChoice(check) ? 0.45 : 0.75;
    if (isLowerBoundOfIndex(check, weaker)) return undefined;
    // `fd > 0` made `fd >= 0`: what only a call is given may well be 0.
    if (uses.every(isCall) && lowerBoundOf(constraint, weaker) !== undefined) return 0.45;
    return hasOtherNewBound(check, weaker) ? 0.45 : 0.7;
  }
  if (relation === 'origin') {
    if (constraint.alternatives.length > 1 && isMade(expressionText(constraint.test)))
      return undefined;
    // What neither leaves nor is tested right around the use decided on something else.
    if (weaker === undefined && !leavesOn(check.pair.base, constraint.test)) return 0.45;
    return weaker !== undefined && lowerBoundOf(constraint, weaker) !== undefined ? 0.45 : 0.55;
  }
  // What was refused is what the function computes; of what it finds others may know.
  if (relation === 'kept') {
    if (isOtherChoice(check)) return 0.45;
    const isComputed = assignedValues(check.pair.head).some(({ target }) =>
      constraint.compared.has(target),
    );
    return isComputed && (weaker === undefined || isComparison(weaker)) ? 0.5 : 0.45;
  }
  return uses.some(isFixedElement) && constraint.compared.size === 1 ? 0.55 : 0.45;
}

function isCall({ kind }: GuardedUse): boolean {
  return kind === 'call';
}

/** Whether a test says of one value that it is at least so large: of the length that a call gets a smaller one is as good. */
function isLeast({ alternatives }: Constraint): boolean {
  return alternatives.some(({ relation, form }) => {
    const [multiple = 0, ...more] = form.terms.values();
    return relation === '>=' && more.length === 0 && multiple > 0 && form.constant < -1;
  });
}

/** Whether a test chose between two calls that get the value: `if (n < 5) keep(s, n); else copy(s, n);`. */
function isOtherChoice({ constraint: { test, compared }, pair }: RemovedCheck): boolean {
  const isGiven = (expr: Expr) =>
    expr.kind === 'call' && !onlyReports(expr) && !accessPaths(expr).isDisjointFrom(compared);
  const sides = sidesOf(pair.base, test) ?? [];
  return (
    sides.length > 0 &&
    sides.every(({ own }) =>
      own.some((block) =>
        topLevelExpressions(block).some((root) => expressionsIn(root).some(isGiven)),
      ),
    )
  );
}

/** `i > 20` made `i > 10` before `a[i]`: an index is as good from any number on that is not negative. */
function isLowerBoundOfIndex({ constraint, uses }: RemovedCheck, weaker: Expr): boolean {
  const text = lowerBoundOf(constraint, weaker);
  if (text === undefined) return false;
  return uses.every(({ expr }) => expr.kind === 'index' && valuePaths(expr.index).has(text));
}

/** What was compared with a lower bound and still is, with another one that keeps it from being negative. */
function lowerBoundOf({ alternatives, key }: Constraint, weaker: Expr): string | undefined {
  const [{ relation, form, key: terms }, ...others] = alternatives;
  const [term, ...more] = form.terms;
  if (others.length > 0 || relation !== '>=' || term === undefined || more.length > 0)
    return undefined;
  const [text, multiple] = term;
  if (multiple < 0) return undefined;
  const isStillNatural = [true, false].some((outcome) =>
    constraintsOf(weaker, outcome).some(
      ({ key: other, alternatives: [first] }) =>
        other !== key && first.key === terms && first.relation === '>=' && first.form.constant <= 0,
    ),
  );
  return isStillNatural ? text : undefined;
}

/** Whether the change also compares another value that the use depends on: the limits were set anew. */
function hasOtherNewBound(
  { pair, constraint, uses: [{ expr }] }: RemovedCheck,
  weaker: Expr,
): boolean {
  const before = new Set(testsOf(pair.base).map(expressionText));
  const read = accessPaths(expr).difference(constraint.compared);
  return testsOf(pair.head).some(
    (test) =>
      test !== weaker &&
      isComparison(test) &&
      !before.has(expressionText(test)) &&
      !valuePaths(test).isDisjointFrom(read),
  );
}

function isComparison(test: Expr): boolean {
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op);
}

/** `list->items[2]`, as `list->count > 2` protects it. */
function isFixedElement({ expr }: GuardedUse): boolean {
  return expr.kind === 'index' && knownNumber(expr.index) !== undefined;
}
