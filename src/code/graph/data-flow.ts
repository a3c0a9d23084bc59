import type { OrderedGraph } from './ordered-graph.ts';

/** A data-flow problem over a graph that keeps the states of its edges itself. */
export interface DataFlowProblem<S> {
  /**
   * Joins what comes in over the edges of a node. `before` is what its last visit began with when
   * it is the head of a loop, so that it can be widened: undefined at the first visit.
   */
  input(node: number, before: S | undefined): S;
  /** The transfer function of a node, which stores its result for the edges. False gives up. */
  transfer(node: number, input: S): boolean;
  equals(before: S, now: S): boolean;
}

/** How much of a graph is solved, and at what cost. */
export interface SolveOptions {
  /** A loop is run so often again; by default as often as its head changes. */
  readonly maxReturns?: number;
  /** The positions in the order between which nodes are visited; by default all. */
  readonly first?: number;
  readonly last?: number;
}

/**
 * Iterates to a fixpoint. Nodes are visited in reverse postorder, and each loop is settled before
 * what comes behind it: from its last node back to its head until the head does not change (the
 * recursive strategy of Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).
 * It comes to an end when transfer functions and joins are monotone over a lattice of finite
 * height, or heads widen.
 * @returns whether it is a fixpoint: not when a head still changed after `maxReturns`, or a transfer gave up
 */
export function solve<S>(
  graph: OrderedGraph,
  problem: DataFlowProblem<S>,
  {
    maxReturns = Number.POSITIVE_INFINITY,
    first = 0,
    last = graph.order.length - 1,
  }: SolveOptions = {},
): boolean {
  const { order, positions, heads, loopsEndingAt } = graph;
  const headInputs = new Map<number, { readonly input: S }>();
  const returns = new Map<number, number>();
  /** The head that is visited again, and what it begins with: joined once, since a problem may count its joins. */
  let next: { readonly head: number; readonly input: S } | undefined;
  let isStable = true;
  for (let at = first; at <= last; at += 1) {
    const node = order[at] ?? 0;
    const input =
      next?.head === node ? next.input : problem.input(node, headInputs.get(node)?.input);
    next = undefined;
    if (heads.has(node)) headInputs.set(node, { input });
    if (!problem.transfer(node, input)) return false;
    for (const head of loopsEndingAt.get(at) ?? []) {
      const before = headInputs.get(head);
      // A loop that began before the range is not part of it.
      if (before === undefined) continue;
      const now = problem.input(head, before.input);
      if (problem.equals(before.input, now)) continue;
      const times = (returns.get(head) ?? 0) + 1;
      if (times > maxReturns) isStable = false;
      else {
        returns.set(head, times);
        next = { head, input: now };
        at = (positions[head] ?? 0) - 1;
        break;
      }
    }
  }
  return isStable;
}

/** A data-flow problem with one state for each node, over a lattice of finite height. */
export interface LatticeProblem<S> {
  /** What holds at the entries. */
  readonly boundary: S;
  join(a: S, b: S): S;
  equals(a: S, b: S): boolean;
  /** The transfer function: what holds behind a node, when this holds before it. Monotone. */
  transfer(node: number, input: S): S;
  /** What an edge adds to what holds behind the node that it leaves: the outcome of a branch. Monotone. */
  refine?(from: number, to: number, output: S): S;
}

/** @returns the least fixpoint: what holds before each node, undefined (bottom) where no entry leads to it */
export function solveLattice<S>(
  graph: OrderedGraph,
  problem: LatticeProblem<S>,
): readonly (S | undefined)[] {
  const { entries, sources, size } = graph;
  const inputs = new Array<S | undefined>(size).fill(undefined);
  const outputs = new Array<S | undefined>(size).fill(undefined);
  const join = (a: S | undefined, b: S): S => (a === undefined ? b : problem.join(a, b));
  solve<S | undefined>(graph, {
    input(node) {
      let joined = entries.has(node) ? problem.boundary : undefined;
      for (const from of sources[node] ?? []) {
        const output = outputs[from];
        if (output === undefined) continue;
        joined = join(joined, problem.refine?.(from, node, output) ?? output);
      }
      return joined;
    },
    transfer(node, input) {
      inputs[node] = input;
      outputs[node] = input === undefined ? undefined : problem.transfer(node, input);
      return true;
    },
    equals: (before, now) =>
      before === undefined || now === undefined ? before === now : problem.equals(before, now),
  });
  return inputs;
}
