import type { Expr, LoweredFunction } from './ast.ts';
import { expressionText } from './expression-text.ts';
import { expressionsIn, expressionsOf } from './walk.ts';
import { withoutCasts } from './without-casts.ts';

const CONNECTIVES: ReadonlySet<string> = new Set(['&&', '||']);

/** The texts of all that branches, loops and conditional expressions ask something of. */
export function askedIn(fn: LoweredFunction): ReadonlySet<string> {
  const conditions = expressionsOf(fn.blocks).flatMap((expr) =>
    expr.kind === 'conditional'
      ? expr.condition
      : expr.kind === 'binary' && CONNECTIVES.has(expr.op)
        ? expr
        : [],
  );
  for (const { end } of fn.blocks) if (end.kind === 'branch') conditions.push(end.condition);
  return new Set(conditions.flatMap(askedOf));
}

/** The texts of what a condition asks of, without pointers that it only looks through: `p->used > 0` is no test of `p`. */
function askedOf(condition: Expr): string[] {
  const parts = expressionsIn(condition);
  const through = new Set(
    parts.flatMap((part) => {
      const base = lookedThrough(part);
      return base === undefined ? [] : [base, withoutCasts(base)];
    }),
  );
  return parts.filter((part) => !through.has(part)).map(textOf);
}

/** The pointer that an expression looks through. */
function lookedThrough(expr: Expr): Expr | undefined {
  if (expr.kind === 'member') return expr.arrow ? expr.base : undefined;
  if (expr.kind === 'index') return expr.base;
  return expr.kind === 'deref' ? expr.operand : undefined;
}

function textOf(expr: Expr): string {
  return expressionText(withoutCasts(expr));
}
