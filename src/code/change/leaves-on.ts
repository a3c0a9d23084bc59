import { successors } from '../c/cfg/control-flow.ts';
import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { reachable } from '../graph/reachability.ts';

/**
 * Whether one outcome of a test leads out of its function without coming to where the other goes. That
 * of a loop ends the loop.
 */
export function leavesOn(fn: LoweredFunction, test: Expr): boolean {
  const isOfLoop = fn.loops.some(
    ({ condition }) => condition !== undefined && expressionsIn(condition).includes(test),
  );
  if (isOfLoop) return false;
  const block = fn.blocks.find(
    ({ end }) => end.kind === 'branch' && expressionsIn(end.condition).includes(test),
  );
  if (block?.end.kind !== 'branch') return false;
  const { then, otherwise } = block.end;
  const next = (id: number): readonly number[] => {
    const at = fn.blocks[id];
    return at === undefined ? [] : successors(at.end);
  };
  const reaches = (from: number, to: number) => new Set(reachable([from], next)).has(to);
  return !reaches(then, otherwise) || !reaches(otherwise, then);
}
