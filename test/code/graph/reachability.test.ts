import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { reachable } from '../../../src/code/graph/reachability.ts';
import { edgesOfGraph } from './random-graph.ts';

/** Which nodes lead to which over at least one edge (Warshall, 1962). */
function transitiveClosure(edges: readonly (readonly number[])[]): boolean[][] {
  const leads = edges.map((to) => edges.map((_, node) => to.includes(node)));
  for (const via of edges.keys())
    for (const from of edges.keys())
      for (const to of edges.keys())
        if (leads[from]?.[via] === true && leads[via]?.[to] === true)
          (leads[from] ?? [])[to] = true;
  return leads;
}

test('finds the starts and what the transitive closure says they lead to, each once', () => {
  fc.assert(
    fc.property(edgesOfGraph, fc.array(fc.nat(9), { maxLength: 3 }), (edges, some) => {
      const starts = some.filter((node) => node < edges.length);
      const closure = transitiveClosure(edges);
      const expected = [...edges.keys()].filter(
        (node) => starts.includes(node) || starts.some((from) => closure[from]?.[node]),
      );
      const found = [...reachable(starts, (node) => edges[node] ?? [])];
      expect(found.sort((a, b) => a - b)).toEqual(expected);
    }),
  );
});

test('gives the nearest first', () => {
  const edges = [[1, 2], [3], [4], [5], [], [0]];
  expect([...reachable([0], (node) => edges[node] ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('asks for no more edges than the search needs', () => {
  const asked: number[] = [];
  const next = (node: number) => {
    asked.push(node);
    return [node + 1];
  };
  for (const node of reachable([0], next)) if (node === 3) break;
  expect(asked).toEqual([0, 1, 2]);
});
