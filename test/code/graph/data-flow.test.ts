import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type LatticeProblem, solve, solveLattice } from '../../../src/code/graph/data-flow.ts';
import { type OrderedGraph, orderedGraph } from '../../../src/code/graph/ordered-graph.ts';
import { edgesOfGraph } from './random-graph.ts';

/** Sets of eight facts as bits: the finite lattice of most data-flow problems. */
const BITS = 8;
const anyBits = fc.nat(2 ** BITS - 1);

/** What a node adds and takes away, and what its edges to odd nodes take away: monotone for both joins. */
const transfer = fc.record({ adds: anyBits, removes: anyBits, onOddEdge: anyBits });

interface Case {
  readonly graph: OrderedGraph;
  readonly problem: LatticeProblem<number>;
}

const anyCase: fc.Arbitrary<Case> = fc
  .tuple(
    edgesOfGraph,
    fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
    fc.array(transfer, { minLength: 10, maxLength: 10 }),
    anyBits,
    fc.constantFrom('union' as const, 'intersection' as const),
  )
  .map(([edges, entries, transfers, boundary, join]) => ({
    graph: orderedGraph(
      edges.length,
      (node) => edges[node] ?? [],
      entries.map((entry) => entry % edges.length),
    ),
    problem: {
      boundary,
      join: (a, b) => (join === 'union' ? a | b : a & b),
      equals: (a, b) => a === b,
      transfer: (node, input) =>
        (input & ~(transfers[node]?.removes ?? 0)) | (transfers[node]?.adds ?? 0),
      refine: (from, to, output) =>
        to % 2 === 1 ? output & ~(transfers[from]?.onOddEdge ?? 0) : output,
    },
  }));

/** What comes into a node, when this is what holds before each. */
function inputOf({ graph, problem }: Case, node: number, states: readonly (number | undefined)[]) {
  const incoming = (graph.sources[node] ?? []).flatMap((from) => {
    const input = states[from];
    if (input === undefined) return [];
    const output = problem.transfer(from, input);
    return [problem.refine?.(from, node, output) ?? output];
  });
  if (graph.entries.has(node)) incoming.push(problem.boundary);
  return incoming.length === 0 ? undefined : incoming.reduce(problem.join);
}

/** The least fixpoint by rounds over all nodes, in no special order, until nothing changes. */
function roundRobin(one: Case): (number | undefined)[] {
  const states: (number | undefined)[] = Array.from({ length: one.graph.size });
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const node of states.keys()) {
      const input = inputOf(one, node, states);
      if (input === states[node]) continue;
      states[node] = input;
      isChanged = true;
    }
  }
  return states;
}

describe('an ordered graph', () => {
  test('has a head in every cycle: without back edges each node comes after its predecessors', () => {
    fc.assert(
      fc.property(anyCase, ({ graph }) => {
        const { order, positions, sources, heads, loopEnds, loopsEndingAt } = graph;
        const at = (node: number) => positions[node] ?? -1;
        for (const to of order) {
          const back = (sources[to] ?? []).map(at).filter((from) => from >= at(to));
          expect(heads.has(to)).toBe(back.length > 0);
          if (back.length === 0) continue;
          expect(loopEnds.get(to)).toBe(Math.max(...back));
          expect(loopsEndingAt.get(Math.max(...back))).toContain(to);
        }
        for (const ending of loopsEndingAt.values())
          expect(ending).toEqual([...ending].sort((a, b) => at(b) - at(a)));
      }),
    );
  });

  test('has the sources of an edge that is there twice as often', () => {
    const { sources } = orderedGraph(2, (node) => (node === 0 ? [1, 1] : []), [0]);
    expect(sources).toEqual([[], [0, 0]]);
  });
});

/**
 * Loops behind each other, of four nodes each: a head, a test that may leave the loop, the rest of its body, and what
 * comes behind it. Only the test leaves, first or last.
 */
function rowOfLoops(count: number, isReversed: boolean, leavesFirst: boolean): OrderedGraph {
  const targets = Array.from({ length: 4 * count + 1 }, (_, node) => {
    const loop = node - (node % 4);
    if (node === 4 * count) return [];
    if (node % 4 === 1) return leavesFirst ? [loop + 3, loop + 2] : [loop + 2, loop + 3];
    return node % 4 === 2 ? [loop] : [node + 1];
  });
  if (!isReversed) return orderedGraph(targets.length, (node) => targets[node] ?? [], [0]);
  const sources = targets.map((): number[] => []);
  for (const [from, list] of targets.entries()) for (const to of list) sources[to]?.push(from);
  return orderedGraph(targets.length, (node) => sources[node] ?? [], [4 * count]);
}

test.each([
  ['onwards', false, true],
  ['onwards, where the way out is second', false, false],
  ['backwards', true, true],
  ['backwards, where the way out is second', true, false],
])(
  'each loop of a row is settled before what comes behind it, %s',
  (_, isReversed, leavesFirst) => {
    const count = 100;
    const graph = rowOfLoops(count, isReversed, leavesFirst);
    let visits = 0;
    solveLattice<ReadonlySet<number>>(graph, {
      boundary: new Set(),
      join: (a, b) => a.union(b),
      equals: (a, b) => a.size === b.size,
      transfer(node, input) {
        visits += 1;
        return new Set([...input, node]);
      },
    });
    expect(visits).toBeLessThanOrEqual(2 * graph.size);
  },
);

describe('the states of a finite lattice', () => {
  test('are those of a naive solution by rounds', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(solveLattice(one.graph, one.problem)).toEqual(roundRobin(one));
      }),
      { numRuns: 1000 },
    );
  });

  test('grow with what holds at the entries', () => {
    fc.assert(
      fc.property(anyCase, anyBits, ({ graph, problem }, more) => {
        const less = solveLattice(graph, { ...problem, boundary: problem.boundary & more });
        const all = solveLattice(graph, problem);
        for (const [node, state] of less.entries())
          expect((state ?? 0) & (all[node] ?? 0)).toBe(state ?? 0);
      }),
    );
  });

  test('are found in as many visits as the height of the lattice allows', () => {
    fc.assert(
      fc.property(anyCase, ({ graph, problem }) => {
        let visits = 0;
        solveLattice(graph, {
          ...problem,
          transfer(node, input) {
            visits += 1;
            return problem.transfer(node, input);
          },
        });
        // Each return to a head comes with a change of it, of which there are no more than bits.
        const returns = graph.heads.size * (BITS + 1);
        expect(visits).toBeLessThanOrEqual(graph.order.length * (1 + returns));
      }),
    );
  });

  test('are undefined where no entry leads', () => {
    const graph = orderedGraph(3, (node) => (node === 2 ? [1] : []), [0]);
    const sets = { join: Math.max, equals: Object.is, transfer: (_: number, now: number) => now };
    expect(solveLattice(graph, { boundary: 1, ...sets })).toEqual([1, undefined, undefined]);
  });
});

describe('a problem that keeps its own states', () => {
  /** 0 -> 1 -> 2 -> 1, 2 -> 3: a loop of 1 and 2 that counts up. */
  const graph = orderedGraph(4, (node) => [[1], [2], [3, 1], []][node] ?? [], [0]);

  function count(widenTo: number | undefined, options?: Parameters<typeof solve>[2]) {
    const outputs = [0, 0, 0, 0];
    const visited: number[] = [];
    const isStable = solve<number>(
      graph,
      {
        input(node, before) {
          const joined = Math.max(0, ...(graph.sources[node] ?? []).map((at) => outputs[at] ?? 0));
          const grew = before !== undefined && joined > before;
          return grew && widenTo !== undefined ? widenTo : joined;
        },
        transfer(node, input) {
          visited.push(node);
          outputs[node] = node === 2 ? Math.min(input + 1, 100) : input;
          return visited.length < 50;
        },
        equals: (before, now) => before === now,
      },
      options,
    );
    return { isStable, visited, outputs };
  }

  test('is stable at once when its heads widen', () => {
    const { isStable, visited, outputs } = count(100);
    expect(isStable).toBe(true);
    expect(visited).toEqual([0, 1, 2, 1, 2, 3]);
    expect(outputs).toEqual([0, 100, 100, 100]);
  });

  test('is not stable when a head still changes after all its returns', () => {
    const { isStable, visited } = count(undefined, { maxReturns: 2 });
    expect(isStable).toBe(false);
    expect(visited).toEqual([0, 1, 2, 1, 2, 1, 2, 3]);
  });

  test('is given up when a transfer function says so', () => {
    const { isStable, visited } = count(undefined);
    expect(isStable).toBe(false);
    expect(visited).toHaveLength(50);
  });

  test('is solved between two positions only, where a loop that began before does not count', () => {
    const { isStable, visited } = count(undefined, { first: 2, last: 3 });
    expect(isStable).toBe(true);
    expect(visited).toEqual([2, 3]);
  });

  test('is joined once for each visit of a node, and once at the end of each loop', () => {
    const joined: number[] = [];
    solve<number>(graph, {
      input(node) {
        joined.push(node);
        return joined.length;
      },
      transfer: () => joined.length < 8,
      equals: () => false,
    });
    // The head is not joined again when it is visited for the second time.
    expect(joined).toEqual([0, 1, 2, 1, 2, 1, 2, 1]);
  });
});
