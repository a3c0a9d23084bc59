import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { Expr, LoweredFunction, Variable } from '../ir/ast.ts';
import { expressionsOf } from '../ir/walk.ts';

/**
 * The variables around a lambda that its body may change: what is assigned, what has its address taken, what is given
 * to a call, which may take a reference, and objects with methods.
 * @param captured variables of functions around, by what they are inside
 */
export function changedCaptures(
  { blocks }: LoweredFunction,
  captured: ReadonlyMap<Variable, Variable>,
): Variable[] {
  if (captured.size === 0) return [];
  const found = new Set<Variable>();
  const change = (expr: Expr | undefined): void => {
    const root = expr === undefined ? undefined : rootOf(expr);
    const variable = root === undefined ? undefined : captured.get(root);
    if (variable !== undefined) found.add(variable);
  };
  for (const expr of expressionsOf(blocks)) {
    if (expr.kind === 'assign') change(expr.target);
    else if (expr.kind === 'incdec' || expr.kind === 'address') change(expr.operand);
    else if (expr.kind === 'call') {
      change(expr.receiver);
      for (const argument of expr.args) change(argument);
    }
  }
  return [...found];
}

/** The variable that an expression is, or is a part of; what a pointer leads to is no part of it. */
function rootOf(expr: Expr): Variable | undefined {
  if (expr.kind === 'name') return expr.variable;
  if (expr.kind === 'member') return expr.arrow ? undefined : rootOf(expr.base);
  return expr.kind === 'index' ? rootOf(expr.base) : undefined;
}

/** Tells of a name whether a lambda captures it by reference: `[&]`, `[&name]`, `[&other = name]`. */
export function referredNames(
  lambda: SyntaxNode,
  context: LoweringContext,
): (name: string) => boolean {
  const list = childOf(lambda, 'captures');
  const text = list === undefined ? '' : context.textOf(list).replace(/^\[|\]$/g, '');
  const items = text.split(',').map((item) => item.trim());
  const copied = new Set(items.filter((item) => /^\w+$/.test(item)));
  const isReferred = (name: string) =>
    items.some((item) => item.startsWith('&') && item.match(/\w+/g)?.includes(name) === true);
  return (name) => isReferred(name) || (items[0] === '&' && !copied.has(name));
}
