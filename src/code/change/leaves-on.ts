import { successors } from '../c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionsIn } from '../c/ir/walk.ts';
import { reachable } from '../graph/reachability.ts';

/**
 * Whether one outcome of a test leads out of its function without coming to where the other goes. That
 * of a loop ends the loop.
 */
export function leavesOn(fn: LoweredFunction, test: Expr): boolean {
  return leavingSide(fn, test) !== undefined;
}

/** The blocks that only the way has on which a test leads out of its function; none where it does not. */
export function leavingBlocks(fn: LoweredFunction, test: Expr): readonly BasicBlock[] {
  return leavingSide(fn, test)?.own ?? [];
}

function leavingSide(fn: LoweredFunction, test: Expr): Side | undefined {
  const isOfLoop = fn.loops.some(
    ({ condition }) => condition !== undefined && expressionsIn(condition).includes(test),
  );
  return isOfLoop ? undefined : sidesOf(fn, test)?.find(({ reachesOther }) => !reachesOther);
}

/** One way on behind a test: the blocks that it alone leads to, and whether it comes to where the other goes. */
interface Side {
  readonly own: readonly BasicBlock[];
  readonly reachesOther: boolean;
}

/** The two ways on behind a test, in the order of its outcomes; undefined where no branch asks it. */
export function sidesOf(fn: LoweredFunction, test: Expr): readonly [Side, Side] | undefined {
  const block = fn.blocks.find(
    ({ end }) => end.kind === 'branch' && expressionsIn(end.condition).includes(test),
  );
  if (block?.end.kind !== 'branch') return undefined;
  const { then, otherwise } = block.end;
  const next = (id: number): readonly number[] => {
    const at = fn.blocks[id];
    return at === undefined ? [] : successors(at.end);
  };
  const [fromThen, fromOtherwise] = [then, otherwise].map(
    (from) => new Set(reachable([from], next)),
  );
  if (fromThen === undefined || fromOtherwise === undefined) return undefined;
  const only = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
    fn.blocks.filter(({ id }) => one.has(id) && !other.has(id));
  return [
    { own: only(fromThen, fromOtherwise), reachesOther: fromThen.has(otherwise) },
    { own: only(fromOtherwise, fromThen), reachesOther: fromOtherwise.has(then) },
  ];
}
