import { successors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { alwaysEvaluatedIn, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { reachable } from '../../../../code/graph/reachability.ts';

/** The block that evaluates an expression each time it runs; undefined where a part of it decides that. */
export function blockOf(fn: LoweredFunction, expr: Expr): number | undefined {
  return fn.blocks.find((block) =>
    topLevelExpressions(block).some((root) => {
      for (const part of alwaysEvaluatedIn(root)) if (part === expr) return true;
      return false;
    }),
  )?.id;
}

/**
 * Whether control that is at one block comes to another in any case, unless the program ends before.
 * @param changes whether a block makes it another matter: one on the way, or the last one itself
 */
export function leadsTo(
  fn: LoweredFunction,
  from: number,
  to: number,
  changes: (block: BasicBlock) => boolean = () => false,
): boolean {
  const next = (id: number): readonly number[] => {
    const end = fn.blocks[id]?.end;
    return end === undefined || id === to ? [] : successors(end);
  };
  const ways = reachable([from], next);
  let arrives = false;
  for (const id of ways) {
    const block = fn.blocks[id];
    if (block === undefined || changes(block)) return false;
    if (id === to) arrives = true;
    else if (block.end.kind === 'return') return false;
  }
  return arrives;
}
