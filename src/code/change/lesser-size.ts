import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { difference, linearForm } from './linear-form.ts';

/**
 * Whether a size is less than another one by what both say: by a constant, a factor or a term, and with nothing
 * added; or a product of which one factor is less, as `rows * n` is than `(rows + 1) * n`.
 */
export function isLesserSize(now: Expr, before: Expr): boolean {
  return isLesserSum(now, before) || isLesserProduct(now, before);
}

function isLesserSum(now: Expr, before: Expr): boolean {
  const form = linearForm(now);
  const was = linearForm(before);
  const less = difference(was, form);
  const multiples = [...less.terms.values()];
  if (less.constant < 0 || multiples.some((multiple) => multiple < 0)) return false;
  if (less.constant === 0 && multiples.length === 0) return false;
  // A term that is gone altogether was replaced by something: only what is left can be compared.
  return form.terms.size > 0
    ? [...form.terms.keys()].every((text) => was.terms.has(text))
    : was.terms.size === 0;
}

function isLesserProduct(now: Expr, before: Expr): boolean {
  const was = factorsOf(before);
  const left = factorsOf(now);
  if (was.length < 2 || was.length !== left.length) return false;
  for (const factor of [...left]) {
    const text = expressionText(factor);
    const same = was.findIndex((other) => expressionText(other) === text);
    if (same < 0) continue;
    was.splice(same, 1);
    left.splice(left.indexOf(factor), 1);
  }
  const [lesser, ...others] = left;
  const [more] = was;
  return (
    lesser !== undefined && more !== undefined && others.length === 0 && isLesserSum(lesser, more)
  );
}

function factorsOf(expr: Expr): Expr[] {
  const plain = withoutCasts(expr);
  if (plain.kind !== 'binary' || plain.op !== '*') return [plain];
  return [...factorsOf(plain.left), ...factorsOf(plain.right)];
}
