import type { CFunction, Expr } from './ast.ts';

/** The direct parts of an expression, in order of evaluation. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'call':
      return [expr.callee, ...(expr.receiver === undefined ? [] : [expr.receiver]), ...expr.args];
    case 'unary':
    case 'deref':
    case 'address':
    case 'incdec':
    case 'cast':
    case 'delete':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'assign':
      return [expr.target, expr.value];
    case 'conditional':
      return [expr.condition, ...(expr.then === undefined ? [] : [expr.then]), expr.otherwise];
    case 'index':
      return [expr.base, expr.index];
    case 'member':
      return [expr.base];
    case 'initlist':
      return expr.items.map((item) => item.value);
    case 'new':
      return [...(expr.count === undefined ? [] : [expr.count]), ...expr.args];
    case 'throw':
      return expr.operand === undefined ? [] : [expr.operand];
    case 'opaque':
      return expr.parts;
    case 'sizeof':
    case 'number':
    case 'string':
    case 'name':
      return [];
  }
}

/** Visits an expression and all of its parts, outermost first. */
export function visitExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const part of partsOf(expr)) visitExpr(part, visit);
}

/** Visits every expression of a function. */
export function visitFunction(fn: CFunction, visit: (expr: Expr) => void): void {
  for (const { steps, end } of fn.blocks) {
    for (const step of steps) {
      if (step.kind === 'eval') visitExpr(step.expr, visit);
      if (step.kind === 'declare') {
        if (step.init !== undefined) visitExpr(step.init, visit);
        if (step.count !== undefined) visitExpr(step.count, visit);
      }
    }
    if (end.kind === 'branch') visitExpr(end.condition, visit);
    if (end.kind === 'switch') visitExpr(end.value, visit);
    if (end.kind === 'return' && end.value !== undefined) visitExpr(end.value, visit);
  }
}

/** The names that a function calls directly, sorted, without repeats. */
export function callsOf(fn: CFunction): readonly string[] {
  const names = new Set<string>();
  visitFunction(fn, (expr) => {
    if (expr.kind === 'call' && expr.name !== '') names.add(expr.name);
  });
  return [...names].sort();
}
