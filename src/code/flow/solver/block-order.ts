import { controlFlow } from '../../c/cfg/control-flow.ts';
import type { BasicBlock } from '../../c/ir/ast.ts';
import type { OrderedGraph } from '../../graph/ordered-graph.ts';
import type { State } from '../domain/state.ts';

/** Inner loops of fewer blocks are settled once more, from what is known of the outer one at its end. */
const SMALL_LOOP = 40;

/** A way from one block to another, with the states that last took it. */
export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  states: readonly State[];
  /** The cells that nothing reads any more behind it; undefined until the edge is first taken. */
  dying: readonly number[] | undefined;
}

/** The control flow of a function, with what its edges hold. */
export interface BlockOrder extends OrderedGraph {
  /** The small loops inside others by their heads, with the position of their last block. */
  readonly nested: ReadonlyMap<number, number>;
  readonly incoming: readonly (readonly FlowEdge[])[];
  readonly outgoing: readonly (readonly FlowEdge[])[];
}

/** Works out the order of the blocks of a function. */
export function blockOrder(blocks: readonly BasicBlock[]): BlockOrder {
  const graph = controlFlow(blocks);
  const outgoing: FlowEdge[][] = blocks.map(() => []);
  const incoming = graph.sources.map((sources, to) =>
    sources.map((from) => {
      const edge: FlowEdge = { from, to, states: [], dying: undefined };
      outgoing[from]?.push(edge);
      return edge;
    }),
  );
  return { ...graph, nested: nestedLoops(graph), incoming, outgoing };
}

function nestedLoops(graph: OrderedGraph): Map<number, number> {
  const { positions, loopEnds } = graph;
  const positionOf = (head: number) => positions[head] ?? -1;
  const heads = [...loopEnds.keys()].sort((a, b) => positionOf(a) - positionOf(b));
  const nested = new Map<number, number>();
  // The furthest end of the loops that begin further up.
  let outerEnd = -1;
  for (const head of heads) {
    const begin = positionOf(head);
    const end = begin <= outerEnd ? endOfSmall(begin, graph) : undefined;
    if (end !== undefined) nested.set(head, end);
    outerEnd = Math.max(outerEnd, loopEnds.get(head) ?? -1);
  }
  return nested;
}

/**
 * The position behind which no block leads back into the loop that begins at a position; undefined for
 * a loop that is not small.
 */
function endOfSmall(begin: number, { order, loopEnds }: OrderedGraph): number | undefined {
  let end = begin;
  for (let at = begin; at <= end && end - begin < SMALL_LOOP; at += 1)
    end = Math.max(end, loopEnds.get(order[at] ?? 0) ?? -1);
  return end - begin < SMALL_LOOP ? end : undefined;
}
