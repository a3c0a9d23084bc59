import type { Expr } from '../c/ir/ast.ts';
import { isGuardedByCallers } from './caller-guards.ts';
import { type Constraint, isTested } from './constraint.ts';
import type { FunctionPair } from './function-pairs.ts';
import { type GuardedUse, guardedSteps } from './guarded-uses.ts';
import { difference, type LinearForm, linearForm, sum, termsKey } from './linear-form.ts';
import { lostConstraints } from './lost-constraints.ts';
import { isMovedOut } from './moved-code.ts';
import { isTakenAway } from './place-of-change.ts';
import { NewTests, Replacements } from './replacements.ts';
import { conditionParts } from './tests.ts';
import type { UnitChange } from './unit-change.ts';

/** A place that is counted up or down past the end of its type since the change. */
export interface UnguardedCount {
  /** In base. */
  readonly test: Expr;
  /** `n--`, `n -= k`, `n++` or `n += k`, in head. */
  readonly step: Expr;
  readonly direction: 'down' | 'up';
}

/** The largest number of 15 bits: what is compared with more is compared for the end of its type. */
const LARGE = 2 ** 15 - 2;

/**
 * Counts that base made only where they stayed within the type: `n -= k` for an unsigned `n` of at least `k`, or
 * `n++` for an `n` below the largest number.
 */
export function unguardedCounts(change: UnitChange, pair: FunctionPair): UnguardedCount[] {
  const { base, head, lines } = change;
  const lost = lostConstraints(pair, base, head, lines, guardedSteps).filter(
    ({ constraint }) => isTested(constraint) && isTakenAway(change, constraint.test),
  );
  if (lost.length === 0) return [];
  const replaced = new Replacements(change, pair, new NewTests(change));
  return lost.flatMap(({ constraint, uses }): UnguardedCount[] => {
    const use = uses.find((one) => guards(constraint, one) && !isAsked(pair, one.expr));
    const direction = use === undefined ? undefined : directionOf(use);
    if (use === undefined || direction === undefined) return [];
    if (replaced.isReplaced({ constraint, uses: [use] })) return [];
    if (isMovedOut(change, constraint.test, pair.head)) return [];
    if (isGuardedByCallers(head, pair.head, constraint)) return [];
    return [{ test: constraint.test, step: use.expr, direction }];
  });
}

function directionOf({ kind }: GuardedUse): UnguardedCount['direction'] | undefined {
  return kind === 'countdown' ? 'down' : kind === 'step' ? 'up' : undefined;
}

/** What is counted, and by how much. */
function countOf(expr: Expr): { readonly target: Expr; readonly by: LinearForm } | undefined {
  if (expr.kind === 'incdec')
    return { target: expr.operand, by: { constant: 1, terms: new Map() } };
  if (expr.kind !== 'assign' || !/^[-+]=$/.test(expr.op)) return undefined;
  return { target: expr.target, by: linearForm(expr.value) };
}

/** Whether a constraint kept a count within its type. */
function guards(constraint: Constraint, use: GuardedUse): boolean {
  const { alternatives } = constraint;
  const count = countOf(use.expr);
  const [{ relation, form, key }, ...others] = alternatives;
  if (count === undefined || others.length > 0 || relation === '==') return false;
  const { target, by } = count;
  if (target.type.kind !== 'int' || target.type.boolean === true) return false;
  const place = linearForm(target);
  if (directionOf(use) === 'up') {
    const limit = sum(form, sum(place, by));
    return isLarge(relation === '!=' ? difference(sum(place, by), form) : limit);
  }
  if (target.type.signed || isNotZero(use, termsKey(place))) return false;
  const left = difference(place, by);
  if (relation === '!=') return by.constant === 1 && key === termsKey(place) && form.constant === 0;
  return key === termsKey(left) && form.constant <= left.constant;
}

/** Whether what is left to count up to is the largest number of a type: a number, or a name such as `INT_MAX`. */
function isLarge({ constant, terms }: LinearForm): boolean {
  const [term, ...more] = terms;
  if (term === undefined) return constant >= LARGE;
  return more.length === 0 && term[1] === 1 && /MAX$/.test(term[0]);
}

/** Whether a place is known not to be 0, and is counted down by one. */
function isNotZero({ expr, constraints }: GuardedUse, key: string): boolean {
  if (expr.kind !== 'incdec') return false;
  return [...constraints.values()].some(({ alternatives: [first, ...others] }) => {
    if (others.length > 0 || first.key !== key) return false;
    return first.relation === '!=' ? first.form.constant === 0 : first.form.constant < 0;
  });
}

/** Whether a test asks for what a place was before it is counted: `while (n-- > 0)`. */
function isAsked({ head }: FunctionPair, expr: Expr): boolean {
  if (expr.kind !== 'incdec' || expr.prefix) return false;
  return head.blocks.some(
    ({ end }) =>
      end.kind === 'branch' &&
      conditionParts(end.condition).some(
        (part) =>
          part === expr || (part.kind === 'binary' && [part.left, part.right].includes(expr)),
      ),
  );
}
