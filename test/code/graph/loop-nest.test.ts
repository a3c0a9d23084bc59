import { expect, test } from '@jest/globals';
import { loopNest } from '../../../src/code/graph/loop-nest.ts';
import { orderedGraph } from '../../../src/code/graph/ordered-graph.ts';

/** 0 -> 1 -> 2 -> 3 -> 2, 3 -> 4 -> 1, 4 -> 5 -> 6 -> 6, 6 -> 7: a loop in another, and one of one node behind them. */
const EDGES = [[1], [2], [3], [2, 4], [1, 5], [6], [6, 7], []];

test('loops are around what leads back to their heads', () => {
  const { commonDepth } = loopNest(orderedGraph(EDGES.length, (node) => EDGES[node] ?? [], [0]));
  expect(EDGES.map((_, node) => commonDepth(node, node))).toEqual([0, 1, 2, 2, 1, 0, 1, 0]);
  expect([commonDepth(2, 3), commonDepth(3, 4), commonDepth(1, 3)]).toEqual([2, 1, 1]);
  expect([commonDepth(3, 5), commonDepth(3, 6), commonDepth(6, 7)]).toEqual([0, 0, 0]);
});

test('a loop that is entered past its head has no more than one head', () => {
  const edges = [[1, 2], [2], [1]];
  const { commonDepth } = loopNest(orderedGraph(edges.length, (node) => edges[node] ?? [], [0]));
  expect([commonDepth(1, 2), commonDepth(0, 1)]).toEqual([1, 0]);
});
