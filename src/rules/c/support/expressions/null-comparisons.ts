import type { BasicBlock, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { sameExpression } from './same-expression.ts';
import { leadsTo } from './unavoidable.ts';

/**
 * Whether a pointer that a condition has found to be null is used all the same: each way on from there
 * comes to the use. Where another condition stands between, the code may know by that one that the
 * pointer is none, as after `p == NULL && count > 0`, and at the end of a loop that looks for
 * something it may know that it was found.
 * @returns how the condition asks for the pointer: 'together' with something that may go with it
 */
export function usedThoughNull(
  fn: LoweredFunction,
  pointer: Expr,
  use: number,
  at: number,
): 'alone' | 'together' | undefined {
  const inner = withoutCasts(pointer);
  const isGiven = (block: BasicBlock) =>
    topLevelExpressions(block).some((root) =>
      expressionsIn(root).some(
        (part) =>
          ((part.kind === 'assign' && sameExpression(part.target, inner)) ||
            (part.kind === 'address' && sameExpression(part.operand, inner))) &&
          (block.id !== use || part.start < at),
      ),
    ) || endsByName(block);
  const loops = new Set(fn.loops.map(({ header }) => header));
  const conditions = fn.blocks.flatMap(({ id, end }) => {
    if (end.kind !== 'branch' || loops.has(id)) return [];
    const isNull = outcomeForNull(end.condition, inner);
    if (isNull === undefined) return [];
    return leadsTo(fn, isNull ? end.then : end.otherwise, use, isGiven) ? [end.condition] : [];
  });
  if (conditions.length === 0) return undefined;
  return conditions.some((condition) => !isCompound(condition)) ? 'alone' : 'together';
}

/**
 * Whether a block calls a function that ends the program, going by its name: where no definition of it is
 * known, or several are, nothing else tells.
 */
function endsByName(block: BasicBlock): boolean {
  return topLevelExpressions(block).some(
    (root) => root.kind === 'call' && ENDS_PROGRAM.test(root.name),
  );
}

const ENDS_PROGRAM =
  /(?:^|_)(?:get|bail_?)?(?:out|exit|abort|die|fatal|panic|quit|usage|crash|throw)(?:_|$)/i;

function isCompound(condition: Expr): boolean {
  return condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||');
}

/**
 * What a condition comes to when a pointer is null, whatever else it asks for; undefined where that
 * depends on the rest of it, or where it does not ask for the pointer.
 */
function outcomeForNull(condition: Expr, pointer: Expr): boolean | undefined {
  if (condition.kind === 'binary' && isCompound(condition)) {
    const decisive = condition.op === '||';
    const sides = [condition.left, condition.right].map((side) => outcomeForNull(side, pointer));
    return sides.includes(decisive) ? decisive : undefined;
  }
  const test = nullTest(condition);
  return test === undefined || !sameExpression(test.pointer, pointer) ? undefined : test.isNull;
}

/** The pointer of `p == NULL`, `!p`, `p` or `p != NULL`, and which outcome says that it is null. */
function nullTest(condition: Expr): { pointer: Expr; isNull: boolean } | undefined {
  if (condition.kind === 'unary' && condition.op === '!') {
    const inner = nullTest(condition.operand);
    return inner === undefined ? undefined : { ...inner, isNull: !inner.isNull };
  }
  if (condition.kind === 'binary' && (condition.op === '==' || condition.op === '!=')) {
    const { left, right } = condition;
    const pointer = isNullConstant(right) ? left : isNullConstant(left) ? right : undefined;
    if (pointer === undefined) return undefined;
    return { pointer: withoutCasts(pointer), isNull: condition.op === '==' };
  }
  return { pointer: withoutCasts(condition), isNull: false };
}

/** `NULL`, `0`, and casts of them. */
export function isNullConstant(expr: Expr): boolean {
  return constantOf(withoutCasts(expr)) === 0;
}
