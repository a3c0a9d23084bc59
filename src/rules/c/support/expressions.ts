import type { CFunction, Expr } from '../../../code/c/ast.ts';

/** An expression without the casts around it. */
export function withoutCasts(expr: Expr): Expr {
  return expr.kind === 'cast' ? withoutCasts(expr.operand) : expr;
}

/** The parts that an expression is made of. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'call':
      return expr.receiver === undefined
        ? [expr.callee, ...expr.args]
        : [expr.receiver, ...expr.args];
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
      return expr.count === undefined ? expr.args : [expr.count, ...expr.args];
    case 'throw':
      return expr.operand === undefined ? [] : [expr.operand];
    case 'opaque':
      return expr.parts;
    default:
      return [];
  }
}

/** Visits an expression and all its parts, the whole first. */
export function eachPart(expr: Expr, visit: (part: Expr) => void): void {
  visit(expr);
  for (const part of partsOf(expr)) eachPart(part, visit);
}

/** Visits every expression of a function once, block by block. */
export function eachExpression(fn: CFunction, visit: (part: Expr) => void): void {
  for (const block of fn.blocks) {
    for (const step of block.steps) {
      if (step.kind === 'eval') eachPart(step.expr, visit);
      if (step.kind === 'declare' && step.init !== undefined) eachPart(step.init, visit);
    }
    if (block.end.kind === 'branch') eachPart(block.end.condition, visit);
    if (
      (block.end.kind === 'switch' || block.end.kind === 'return') &&
      block.end.value !== undefined
    )
      eachPart(block.end.value, visit);
  }
}

/** Whether an expression mentions what a test looks for. */
export function mentions(expr: Expr, test: (part: Expr) => boolean): boolean {
  return test(expr) || partsOf(expr).some((part) => mentions(part, test));
}
