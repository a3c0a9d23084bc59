import { predecessors } from '../../../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { isNullConstant } from './null-comparisons.ts';
import { addressTaken } from './root-variable.ts';

/** What a variable may have been given last where it is used. */
export interface ReachingValues {
  /** The blocks in which it is set to null. */
  readonly nulls: readonly number[];
  /** Whether it may hold anything else, such as what a caller passed. */
  readonly hasOthers: boolean;
}

/** The assignments of a variable that reach a use in a block, by one walk backwards (reaching definitions). */
export function reachingValues(
  fn: LoweredFunction,
  variable: Variable,
  use: Expr,
  block: number,
): ReachingValues {
  const before = predecessors(fn.blocks);
  const nulls = new Set<number>();
  let hasOthers = addressTaken(fn).has(variable) || variable.scope !== 'local';
  const seen = new Set<number>();
  const work: { id: number; end: number }[] = [{ id: block, end: use.start }];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    const given = lastValue(fn.blocks[at.id], variable, at.end);
    if (given === 'null') nulls.add(at.id);
    else if (given === 'other') hasOthers = true;
    else
      for (const id of before[at.id] ?? [])
        if (!seen.has(id)) {
          seen.add(id);
          work.push({ id, end: Number.POSITIVE_INFINITY });
        }
  }
  return { nulls: [...nulls], hasOthers };
}

/** What a block gives a variable last before an offset of the text. */
function lastValue(
  block: BasicBlock | undefined,
  variable: Variable,
  end: number,
): 'null' | 'other' | undefined {
  if (block === undefined) return undefined;
  let last: 'null' | 'other' | undefined;
  const note = (value: Expr | undefined) => {
    last = value !== undefined && isNullConstant(value) ? 'null' : 'other';
  };
  const look = (root: Expr) => {
    for (const part of expressionsIn(root)) {
      if (part.start >= end) continue;
      const target =
        part.kind === 'assign' ? part.target : part.kind === 'incdec' ? part.operand : undefined;
      if (target?.kind !== 'name' || target.variable !== variable) continue;
      note(part.kind === 'assign' && part.op === '=' ? part.value : undefined);
    }
  };
  for (const step of block.steps) {
    if (step.kind === 'eval') look(step.expr);
    else if (step.kind === 'declare') {
      if (step.init !== undefined) look(step.init);
      if (step.variable === variable && step.init !== undefined) note(step.init);
    }
  }
  if (block.end.kind === 'branch') look(block.end.condition);
  else if (block.end.kind === 'switch') look(block.end.value);
  return last;
}
