import { predecessors, reversePostorder } from '../../c/cfg/control-flow.ts';
import type { BasicBlock } from '../../c/ir/ast.ts';
import type { State } from '../domain/state.ts';

/** Inner loops of fewer blocks are settled once more, from what is known of the outer one at its end. */
const SMALL_LOOP = 40;

/** A way from one block to another, with the states that last took it. */
export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  states: readonly State[];
  /** The cells that nothing reads any more behind it, once somebody has asked. */
  dying: readonly number[] | undefined;
}

/** The order in which the blocks of a function are visited, and how they are connected. */
export interface BlockOrder {
  /** Reverse postorder: what can be reached, each block after those that lead to it, save for loops. */
  readonly order: readonly number[];
  /** Where a block stands in the order, or -1. */
  readonly positions: Int32Array;
  /** Blocks to which an edge leads back. */
  readonly heads: ReadonlySet<number>;
  /** The heads of the loops whose last block is at a position, innermost first. */
  readonly loopsEndingAt: ReadonlyMap<number, readonly number[]>;
  /** The small loops inside others by their heads, with the position of their last block. */
  readonly nested: ReadonlyMap<number, number>;
  readonly incoming: readonly (readonly FlowEdge[])[];
  readonly outgoing: readonly (readonly FlowEdge[])[];
}

/** Works out the order of the blocks of a function. */
export function blockOrder(blocks: readonly BasicBlock[]): BlockOrder {
  const order = reversePostorder(blocks);
  const positions = new Int32Array(blocks.length).fill(-1);
  order.forEach((id, index) => {
    positions[id] = index;
  });
  const at = (block: number): number => positions[block] ?? -1;
  const heads = new Set<number>();
  const incoming: FlowEdge[][] = blocks.map(() => []);
  const outgoing: FlowEdge[][] = blocks.map(() => []);
  const before = predecessors(blocks);
  before.forEach((sources, to) => {
    for (const from of sources) {
      if (at(from) < 0) continue;
      const edge: FlowEdge = { from, to, states: [], dying: undefined };
      incoming[to]?.push(edge);
      outgoing[from]?.push(edge);
      if (at(from) >= at(to)) heads.add(to);
    }
  });
  const loopsEndingAt = new Map<number, number[]>();
  const nested = new Map<number, number>();
  // The position of the last block that leads back to a head.
  const lastOf = (head: number): number => Math.max(...(before[head] ?? []).map(at));
  for (const head of [...heads].sort((a, b) => at(b) - at(a))) {
    const last = lastOf(head);
    loopsEndingAt.set(last, [...(loopsEndingAt.get(last) ?? []), head]);
    for (const inner of heads) {
      const begin = at(inner);
      if (begin <= at(head) || begin > last) continue;
      const end = endOf(begin, order, heads, lastOf);
      if (end - begin < SMALL_LOOP) nested.set(inner, end);
    }
  }
  return { order, positions, heads, loopsEndingAt, nested, incoming, outgoing };
}

/** The position behind which no block leads back into the loop that begins at a position. */
function endOf(
  begin: number,
  order: readonly number[],
  heads: ReadonlySet<number>,
  lastOf: (head: number) => number,
): number {
  let end = begin;
  for (let at = begin; at <= end; at += 1) {
    const id = order[at] ?? 0;
    if (heads.has(id)) end = Math.max(end, lastOf(id));
  }
  return end;
}
