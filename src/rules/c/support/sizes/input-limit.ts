import type {
  BinaryExpr,
  Expr,
  Loop,
  LoweredFunction,
  Variable,
} from '../../../../code/c/ir/ast.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Taint } from '../../../../code/flow/domain/taint.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { isUnquestioned } from '../expressions/unquestioned.ts';

/** A number from outside that alone says how far a loop counts. */
export interface InputLimit {
  readonly limit: Expr;
  readonly taint: Taint | undefined;
}

/**
 * The number up to which a loop counts the index of an access, as `n` in `for (i = 0; i < n; i++) a[i] = 0;`, where it was read
 * from outside, can be more than `most`, and nothing else asks about it or about the index.
 * @param most how many elements there are
 */
export function inputLimit(
  { index, expr }: AccessEvent,
  most: number,
  facts: Facts,
): InputLimit | undefined {
  const counter = index && withoutCasts(index);
  if (counter?.kind !== 'name' || counter.variable === undefined) return undefined;
  const { variable } = counter;
  for (const loop of facts.function.loops) {
    if (expr.start < loop.start || loop.end < expr.end) continue;
    const asked = loop.condition && comparisonOf(withoutCasts(loop.condition), variable);
    if (asked === undefined || isAskedElsewhere(facts.function, loop, asked, variable)) continue;
    const value = facts.valueOf(asked.right);
    const taint = facts.taint(value);
    if (facts.range(value).hi > most && isUnquestioned(taint, asked.right, facts))
      return { limit: asked.right, taint };
  }
  return undefined;
}

/** The condition of a loop that goes on for as long as the index is below something. */
function comparisonOf(condition: Expr, index: Variable): BinaryExpr | undefined {
  if (condition.kind !== 'binary' || !/^(?:<=?|!=)$/.test(condition.op)) return undefined;
  return isNamed(condition.left, index) ? condition : undefined;
}

/** Whether another condition in the loop asks about the index, and may end it. */
function isAskedElsewhere(
  fn: LoweredFunction,
  { body }: Loop,
  asked: BinaryExpr,
  index: Variable,
): boolean {
  return fn.blocks.some(
    ({ id, end }) =>
      end.kind === 'branch' &&
      body.includes(id) &&
      withoutCasts(end.condition) !== asked &&
      expressionsIn(end.condition).some(
        (part) =>
          part.kind === 'binary' && (isNamed(part.left, index) || isNamed(part.right, index)),
      ),
  );
}

function isNamed(expr: Expr, variable: Variable): boolean {
  const inner = withoutCasts(expr);
  return inner.kind === 'name' && inner.variable === variable;
}
