import { canReturn } from '../../../../code/c/cfg/never-returns.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { sameExpression } from './same-expression.ts';

/**
 * What the function does where a pointer that was just assigned is null: the
 * program stops, control goes on, or the pointer is not compared.
 */
export function afterFailure(
  facts: Facts,
  at: Expr,
  target: Expr,
): 'stops' | 'goes on' | 'unchecked' {
  const fn = facts.function;
  const block = fn.blocks.find((each) =>
    topLevelExpressions(each).some((root) => expressionsIn(root).includes(at)),
  );
  const test = block === undefined ? undefined : nextTest(fn, block, target);
  if (test === undefined) return 'unchecked';
  const stops = (block: BasicBlock): boolean => endsInside(block, facts);
  return canReturn(fn.blocks, test, stops) ? 'goes on' : 'stops';
}

/** The block to which control goes when the next condition finds the target null. */
function nextTest(fn: LoweredFunction, from: BasicBlock, target: Expr): number | undefined {
  let block: BasicBlock | undefined = from;
  for (let steps = 0; block !== undefined && steps < 8; steps += 1) {
    const { end }: BasicBlock = block;
    if (end.kind === 'branch') {
      const nullWhen = testsNull(end.condition, target);
      if (nullWhen === undefined) return undefined;
      return nullWhen ? end.then : end.otherwise;
    }
    if (end.kind !== 'jump') return undefined;
    block = fn.blocks[end.to];
  }
  return undefined;
}

/** Whether a condition holds when the target is null; undefined where it does not test it. */
function testsNull(condition: Expr, target: Expr): boolean | undefined {
  if (condition.kind === 'unary' && condition.op === '!') {
    const inner = testsNull(condition.operand, target);
    return inner === undefined ? undefined : !inner;
  }
  const bare = withoutCasts(condition);
  if (bare.kind === 'assign') return sameExpression(bare.target, target) ? false : undefined;
  if (bare.kind !== 'binary') return sameExpression(bare, target) ? false : undefined;
  if (bare.op === '||') return testsNull(bare.left, target);
  if (bare.op !== '==' && bare.op !== '!=') return undefined;
  const [one, other] =
    constantOf(bare.left) === 0 ? [bare.right, bare.left] : [bare.left, bare.right];
  if (constantOf(other) !== 0) return undefined;
  const named = withoutCasts(one);
  const tested = named.kind === 'assign' ? named.target : named;
  return sameExpression(tested, target) ? bare.op === '==' : undefined;
}

/** Whether a call in a block, also in its condition, never returns. */
function endsInside(block: BasicBlock, facts: Facts): boolean {
  return topLevelExpressions(block).some(
    (root) => root.kind === 'call' && facts.neverReturns(root.name),
  );
}
