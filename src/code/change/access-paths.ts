import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { partsOf } from '../c/ir/walk.ts';

/** Whether an expression names a place in memory: a variable, a member, an element, what a pointer points to. A constant is a number. */
export function isPlace(expr: Expr): boolean {
  if (expr.kind === 'cast') return isPlace(expr.operand);
  if (expr.kind === 'name') return expr.variable !== undefined && expr.variable.value === undefined;
  return expr.kind === 'member' || expr.kind === 'index' || expr.kind === 'deref';
}

/**
 * The places that an expression reads, each as its text, those on the way to others included: of
 * `p->n[i]` these are `p->n[i]`, `p->n`, `p` and `i`.
 */
export function accessPaths(expr: Expr): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = (part: Expr): void => {
    // The address of a variable tells nothing of what is in it.
    if (part.kind === 'address' && part.operand.kind === 'name') return;
    if (isPlace(part)) paths.add(expressionText(part));
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(expr);
  return paths;
}

/** The places whose values an expression is computed from: of `p->n[i] + k` these are `p->n[i]` and `k`. */
export function valuePaths(expr: Expr): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = (part: Expr): void => {
    if (part.kind === 'cast') visit(part.operand);
    else if (isPlace(part)) paths.add(expressionText(part));
    else if (part.kind === 'assign') visit(part.target);
    else if (part.kind === 'address' && part.operand.kind === 'name') return;
    else for (const inner of partsOf(part)) visit(inner);
  };
  visit(expr);
  return paths;
}

/** The variable that a place is reached from, by name: `s` of `s->a.b[i]`. */
export function rootOf(expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'name':
      return expr.variable === undefined ? undefined : expr.name;
    case 'member':
    case 'index':
      return rootOf(expr.base);
    case 'deref':
    case 'address':
    case 'cast':
    case 'incdec':
      return rootOf(expr.operand);
    case 'binary':
      return rootOf(expr.left);
    default:
      return undefined;
  }
}
