import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { stronglyConnectedComponents } from '../../../src/code/graph/strongly-connected-components.ts';

const graph = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

/** Whether edges lead from one node to another, found by trying. */
function leads(edges: readonly (readonly number[])[], from: number, to: number): boolean {
  const reached = new Set([from]);
  for (const node of reached) for (const next of edges[node] ?? []) reached.add(next);
  return reached.has(to);
}

test('nodes are together when each leads to the other, and after what they lead to', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const nodes = edges.map((_, node) => String(node));
      const found = stronglyConnectedComponents(nodes, (node) =>
        (edges[Number(node)] ?? []).map(String).filter((next) => nodes.includes(next)),
      );
      expect(found.flat().sort()).toEqual(nodes);
      const place = (node: number) => found.findIndex((group) => group.includes(String(node)));
      for (const from of edges.keys()) {
        for (const to of edges.keys()) {
          const there = leads(edges, from, to);
          expect(place(from) === place(to)).toBe(there && leads(edges, to, from));
          if (there) expect(place(to)).toBeLessThanOrEqual(place(from));
        }
      }
    }),
  );
});

test('a chain of calls that is longer than any stack', () => {
  const nodes = Array.from({ length: 50_000 }, (_, node) => String(node));
  const found = stronglyConnectedComponents(nodes, (node) =>
    nodes.slice(Number(node) + 1, Number(node) + 2),
  );
  expect(found).toHaveLength(nodes.length);
  expect(found[0]).toEqual(['49999']);
});
