import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { difference, linearForm } from './linear-form.ts';
import { isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * Whether a call that the change wrote is given what a size lacks, a term of it: `read(n + pad)` made `read(n)`, and
 * `skip(pad)` beside it.
 * @param fn the function in head; `was` and `now`: the size in base and in head
 */
export function isAskedApart(
  change: UnitChange,
  { blocks }: LoweredFunction,
  was: Expr,
  now: Expr,
): boolean {
  const lacking = difference(linearForm(was), linearForm(now));
  const [[term, multiple] = ['', 0], ...others] = [...lacking.terms];
  if (lacking.constant !== 0 || multiple !== 1 || others.length > 0) return false;
  return expressionsOf(blocks).some(
    (expr) =>
      expr.kind === 'call' &&
      isWritten(change, expr) &&
      expr.args.some((argument) => expressionText(withoutCasts(argument)) === term),
  );
}
