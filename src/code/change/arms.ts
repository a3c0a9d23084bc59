import type { CallExpr, ConditionalExpr, Expr, IndexExpr } from '../c/ir/ast.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';

/** A call or an access as one outcome of a condition makes it. */
export interface Arm {
  readonly expr: Expr;
  readonly condition: Expr;
  readonly outcome: boolean;
}

/**
 * What a call with a choice among its arguments is, and an access with one for its index: `f(p ? p : "")` is `f(p)`
 * where `p` holds, and else `f("")`.
 */
export function armsOf(expr: Expr): readonly Arm[] {
  if (expr.kind === 'call') return ofCall(expr);
  return expr.kind === 'index' ? ofIndex(expr) : [];
}

function ofCall(call: CallExpr): Arm[] {
  const at = call.args.findIndex((argument) => choiceIn(argument) !== undefined);
  const [argument] = call.args.slice(at);
  const choice = at < 0 || argument === undefined ? undefined : choiceIn(argument);
  if (choice === undefined) return [];
  return armsOfChoice(choice, (arm) => ({ ...call, args: call.args.with(at, arm) }));
}

function ofIndex(expr: IndexExpr): Arm[] {
  const choice = choiceIn(expr.index);
  return choice === undefined ? [] : armsOfChoice(choice, (index) => ({ ...expr, index }));
}

function choiceIn(expr: Expr): ConditionalExpr | undefined {
  const plain = withoutCasts(expr);
  return plain.kind === 'conditional' && plain.then !== undefined ? plain : undefined;
}

function armsOfChoice(
  { condition, then, otherwise }: ConditionalExpr,
  withArm: (arm: Expr) => Expr,
): Arm[] {
  const taken = then === undefined ? [] : [{ expr: withArm(then), condition, outcome: true }];
  return [...taken, { expr: withArm(otherwise), condition, outcome: false }];
}
