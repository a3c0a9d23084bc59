import type { CallExpr, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionText } from '../../../../code/c/ir/expression-text.ts';
import { isLambdaName } from '../../../../code/c/ir/nested-name.ts';
import type { CType } from '../../../../code/c/ir/types.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';

/** A `release()` of which nothing takes the object over. */
interface LostRelease {
  readonly at: Expr;
  /** The smart pointer. */
  readonly owner: string;
}

/**
 * Where a smart pointer that owns alone gives its object away and nothing takes it: `page.release();`, or to a
 * variable that is only followed. A function that has lent the object by `get()` before may have given it away by that.
 */
export function lostReleases(fn: LoweredFunction): LostRelease[] {
  const all = expressionsOf(fn.blocks);
  if (!all.some((expr) => expr.kind === 'call' && expr.name === 'release')) return [];
  const lent = new Set(
    all.flatMap((expr) =>
      expr.kind === 'call' && expr.name === 'get' && expr.receiver !== undefined
        ? [expressionText(expr.receiver)]
        : [],
    ),
  );
  const hasLambda = all.some((expr) => expr.kind === 'name' && isLambdaName(expr.name));
  return fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step): LostRelease[] => {
      const value =
        step.kind === 'eval' ? step.expr : step.kind === 'declare' ? step.init : undefined;
      const call = value && (step.kind === 'eval' ? value : withoutCasts(value));
      const owner = call && isRelease(call) ? expressionText(call.receiver) : undefined;
      if (call === undefined || owner === undefined || lent.has(owner)) return [];
      const isKept = step.kind === 'declare' && (hasLambda || isPassedOn(step.variable, all));
      return isKept ? [] : [{ at: call, owner }];
    }),
  );
}

function isRelease(expr: Expr): expr is CallExpr & { receiver: Expr } {
  return (
    expr.kind === 'call' &&
    expr.name === 'release' &&
    expr.args.length === 0 &&
    expr.callee.kind === 'member' &&
    !expr.callee.arrow &&
    // Who takes it from a field of another object knows why.
    expr.receiver?.kind === 'name' &&
    isSoleOwner(expr.receiver.type)
  );
}

function isSoleOwner(type: CType): boolean {
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'unknown' && /^(?:const\s*)?(?:std::)?unique_ptr</.test(of.name);
}

/** Whether anything is done with a pointer but to follow it, or to test it. */
function isPassedOn(raw: Variable, all: readonly Expr[]): boolean {
  const harmless = new Set(all.flatMap(followedIn));
  return all.some((expr) => expr.kind === 'name' && expr.variable === raw && !harmless.has(expr));
}

function followedIn(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'deref':
      return [expr.operand];
    case 'unary':
      return expr.op === '!' ? [expr.operand] : [];
    case 'member':
    case 'index':
      return [expr.base];
    case 'binary':
      return /^[!=]=$/.test(expr.op) ? [expr.left, expr.right] : [];
    default:
      return [];
  }
}
