import type { Expr } from './ast.ts';

/** An expression with other parts in the place of its own. */
export function withParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'unary':
    case 'deref':
    case 'address':
    case 'incdec':
    case 'cast':
    case 'delete':
      return { ...expr, operand: change(expr.operand) };
    case 'binary':
      return { ...expr, left: change(expr.left), right: change(expr.right) };
    case 'conditional': {
      const then = expr.then === undefined ? undefined : change(expr.then);
      const condition = change(expr.condition);
      return { ...expr, condition, then, otherwise: change(expr.otherwise) };
    }
    case 'index':
      return { ...expr, base: change(expr.base), index: change(expr.index) };
    case 'member':
      return { ...expr, base: change(expr.base) };
    case 'call': {
      const callee = change(expr.callee);
      const receiver = expr.receiver === undefined ? undefined : change(expr.receiver);
      return { ...expr, callee, receiver, args: expr.args.map(change) };
    }
    case 'assign':
      return { ...expr, target: change(expr.target), value: change(expr.value) };
    case 'initlist':
      return {
        ...expr,
        items: expr.items.map((item) => ({ ...item, value: change(item.value) })),
      };
    case 'new': {
      const count = expr.count === undefined ? undefined : change(expr.count);
      return { ...expr, count, args: expr.args.map(change) };
    }
    case 'throw':
      return { ...expr, operand: expr.operand && change(expr.operand) };
    case 'opaque':
      return { ...expr, parts: expr.parts.map(change) };
    case 'name':
      return expr.changes === undefined ? expr : { ...expr, changes: expr.changes.map(change) };
    case 'sizeof':
    case 'number':
    case 'string':
      return expr;
  }
}
