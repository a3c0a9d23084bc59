import type { Expr } from '../../../../code/c/ir/ast.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { MemoryObject } from '../../../../code/flow/domain/memory-object.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/**
 * Whether a block was made of as many bytes as the index behind an offset goes up to, where each element has several:
 * `p = malloc(n)` and `p[i]` for all `i < n`.
 */
export function countedInBytes(
  { kind, size }: MemoryObject,
  offset: Value,
  index: Expr | undefined,
  { state, function: { loops } }: Facts,
): boolean {
  if (kind !== 'heap' || size === undefined || size.root === 0 || size.scale !== 1) return false;
  const counter = index && withoutCasts(index);
  if (counter?.kind !== 'name') return false;
  const isCounter = loops.some(({ condition }) => {
    const test = condition && withoutCasts(condition);
    const left = test?.kind === 'binary' ? withoutCasts(test.left) : undefined;
    return left?.kind === 'name' && left.variable === counter.variable;
  });
  if (!isCounter) return false;
  if (offset.root === 0 || offset.root === size.root || offset.scale < 2) return false;
  // Nothing but the comparison with the very number of bytes limits the index.
  return state.comparedDifference(offset.root, size.root) === -1;
}
