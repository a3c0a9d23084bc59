/** The loops of a graph, each inside of the next one around it. */
export interface LoopNest {
  /** How many loops there are around both of two nodes: a loop is around its head as well. */
  commonDepth(a: number, b: number): number;
}

/** What the loops of a graph are found in. */
interface VisitedGraph {
  /** The nodes in reverse postorder. */
  readonly order: readonly number[];
  /** Where a node stands in the order, or -1. */
  readonly positions: Int32Array;
  readonly sources: readonly (readonly number[])[];
  /** The targets of back edges. */
  readonly heads: ReadonlySet<number>;
}

const NONE = -1;

/**
 * Finds the loops from the inside out: those of a head are what leads back to it, where an inner loop
 * stands for all that is in it (Havlak, "Nesting of reducible and irreducible loops", 1997). A loop that is also
 * entered past its head gets what stands behind the head in the order.
 */
export function loopNest({ order, positions, sources, heads }: VisitedGraph): LoopNest {
  const around = new Int32Array(positions.length).fill(NONE);
  // The outermost head of the loops that a node is known to be in; shortened on the way.
  const outermost = Int32Array.from(positions.keys());
  const find = (node: number): number => {
    let root = node;
    while (outermost[root] !== root) root = outermost[root] ?? root;
    for (let at = node; at !== root; ) {
      const next = outermost[at] ?? root;
      outermost[at] = root;
      at = next;
    }
    return root;
  };
  const at = (node: number): number => positions[node] ?? NONE;
  for (const head of order.toReversed()) {
    if (!heads.has(head)) continue;
    const back = (sources[head] ?? []).filter((from) => at(from) >= at(head)).map(find);
    const body = new Set(back);
    body.delete(head);
    // What is added meanwhile is visited as well.
    for (const node of body) {
      for (const from of (sources[node] ?? []).map(find)) {
        if (from !== head && at(from) > at(head)) body.add(from);
      }
    }
    for (const node of body) {
      around[node] = head;
      outermost[node] = head;
    }
  }
  const depths = depthsOf(order, around, heads);
  const loopOf = (node: number): number => (heads.has(node) ? node : (around[node] ?? NONE));
  return {
    commonDepth(a, b) {
      let [one, other] = [loopOf(a), loopOf(b)];
      while (one !== other) {
        if ((depths[one] ?? 0) < (depths[other] ?? 0)) other = around[other] ?? NONE;
        else one = around[one] ?? NONE;
      }
      return depths[one] ?? 0;
    },
  };
}

/** How many loops a head is in, its own one included. Heads of outer loops come first in the order. */
function depthsOf(
  order: readonly number[],
  around: Int32Array,
  heads: ReadonlySet<number>,
): Int32Array {
  const depths = new Int32Array(around.length);
  for (const node of order) {
    if (heads.has(node)) depths[node] = 1 + (depths[around[node] ?? NONE] ?? 0);
  }
  return depths;
}
