import { loopNest } from './loop-nest.ts';

/** A directed graph whose nodes are 0 to n-1, with the order in which data-flow analyses visit them. */
export interface OrderedGraph {
  /** How many nodes there are, those that no entry leads to included. */
  readonly size: number;
  /** Where control comes in. */
  readonly entries: ReadonlySet<number>;
  /** Reverse postorder: what an entry leads to, each node after its predecessors, save for loops. */
  readonly order: readonly number[];
  /** Where a node stands in the order, or -1. */
  readonly positions: Int32Array;
  /** The predecessors of each node that an entry leads to, one for each edge. */
  readonly sources: readonly (readonly number[])[];
  /** The targets of back edges. Every cycle has at least one. */
  readonly heads: ReadonlySet<number>;
  /** The position of the last node that leads back to each head. */
  readonly loopEnds: ReadonlyMap<number, number>;
  /** The heads of the loops whose last node is at a position, innermost first. */
  readonly loopsEndingAt: ReadonlyMap<number, readonly number[]>;
}

/**
 * Orders a graph from its entries. Of two edges of a node, what the first leads to comes earlier, unless the other one
 * stays in a loop that the first leaves: each loop then stands before what comes behind it, and not around it. Else an
 * analysis that settles each loop visits all that is behind one with it, and a row of loops costs the square of its length.
 */
export function orderedGraph(
  size: number,
  targets: (node: number) => readonly number[],
  entries: readonly number[],
): OrderedGraph {
  const first = graphInOrder(size, targets, entries);
  if (first.heads.size === 0) return first;
  const { commonDepth } = loopNest(first);
  const insideFirst = (node: number): readonly number[] => {
    const all = targets(node);
    if (all.length < 2) return all;
    const depths = all.map((target) => commonDepth(node, target));
    if (depths.every((depth) => depth === depths[0])) return all;
    return [...all.keys()]
      .sort((a, b) => (depths[b] ?? 0) - (depths[a] ?? 0) || a - b)
      .map((index) => all[index] ?? 0);
  };
  return graphInOrder(size, insideFirst, entries);
}

/** The graph in the order in which a search comes to its nodes. */
function graphInOrder(
  size: number,
  targets: (node: number) => readonly number[],
  entries: readonly number[],
): OrderedGraph {
  const order = reversePostorder(size, targets, entries);
  const positions = new Int32Array(size).fill(-1);
  order.forEach((node, index) => {
    positions[node] = index;
  });
  const at = (node: number): number => positions[node] ?? -1;
  const sources: number[][] = Array.from({ length: size }, () => []);
  const loopEnds = new Map<number, number>();
  for (let from = 0; from < size; from += 1) {
    if (at(from) < 0) continue;
    for (const to of targets(from)) {
      sources[to]?.push(from);
      if (at(from) >= at(to)) loopEnds.set(to, Math.max(loopEnds.get(to) ?? -1, at(from)));
    }
  }
  const heads = new Set(loopEnds.keys());
  const loopsEndingAt = new Map<number, number[]>();
  for (const head of [...heads].sort((a, b) => at(b) - at(a))) {
    const end = loopEnds.get(head) ?? -1;
    loopsEndingAt.set(end, [...(loopsEndingAt.get(end) ?? []), head]);
  }
  return {
    size,
    entries: new Set(entries),
    order,
    positions,
    sources,
    heads,
    loopEnds,
    loopsEndingAt,
  };
}

/** Without recursion: a chain of nodes may be longer than the stack of the language. */
function reversePostorder(
  size: number,
  targets: (node: number) => readonly number[],
  entries: readonly number[],
): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(size);
  const stack: { node: number; next: readonly number[]; at: number }[] = [];
  const enter = (node: number): void => {
    seen[node] = 1;
    // The edge that is followed last comes first in the result, so that a loop's body stands before its exit.
    stack.push({ node, next: targets(node).toReversed(), at: 0 });
  };
  for (const entry of entries) {
    if (entry >= size || seen[entry] === 1) continue;
    enter(entry);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.next[top.at];
      top.at += 1;
      if (next === undefined) {
        order.push(top.node);
        stack.pop();
      } else if (seen[next] === 0) enter(next);
    }
  }
  return order.reverse();
}
