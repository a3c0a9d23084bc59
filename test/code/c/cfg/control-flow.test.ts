import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  controlFlow,
  GraphBuilder,
  predecessors,
  successors,
} from '../../../../src/code/c/cfg/control-flow.ts';
import type { BasicBlock, Terminator } from '../../../../src/code/c/ir/ast.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** Blocks that each go to the listed ones. */
function blocksOf(edges: readonly (readonly number[])[]): BasicBlock[] {
  return edges.map((to, id) => {
    const [first, ...rest] = to;
    const end: Terminator =
      first === undefined
        ? { kind: 'stop' }
        : {
            kind: 'switch',
            value: { kind: 'number', value: 0, type: { kind: 'void' }, start: 0, end: 0 },
            cases: rest.map((each) => ({ low: 0, high: 0, to: each })),
            otherwise: first,
          };
    return { id, steps: [], end };
  });
}

const graph = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

function reached(blocks: readonly BasicBlock[], from = 0): Set<number> {
  const seen = new Set([from]);
  for (const id of seen) {
    const block = blocks[id];
    for (const next of block === undefined ? [] : successors(block.end)) seen.add(next);
  }
  return seen;
}

describe('reverse postorder', () => {
  test('starts at the entry and holds each reachable block once', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const blocks = blocksOf(edges);
        const order = controlFlow(blocks).order;
        expect(order[0]).toBe(0);
        expect([...order].sort((a, b) => a - b)).toEqual(
          [...reached(blocks)].sort((a, b) => a - b),
        );
      }),
    );
  });

  test('puts a block behind all that lead to it, unless it leads back to them', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const blocks = blocksOf(edges);
        const order = controlFlow(blocks).order;
        for (const from of order) {
          for (const to of successors(blocks[from]?.end ?? { kind: 'stop' })) {
            const forwards = order.indexOf(from) < order.indexOf(to);
            expect(forwards || reached(blocks, to).has(from)).toBe(true);
          }
        }
      }),
    );
  });

  test('does not run out of stack on a long chain', () => {
    const size = 50_000;
    const blocks = blocksOf(
      Array.from({ length: size }, (_, id) => (id + 1 < size ? [id + 1] : [])),
    );
    expect(controlFlow(blocks).order).toHaveLength(size);
  });
});

/** A graph of these edges, with a loop for each of its blocks. */
function builtOf(edges: readonly (readonly number[])[]): ReturnType<GraphBuilder['build']> {
  const builder = new GraphBuilder();
  // The first block is there from the beginning.
  for (let id = 1; id < edges.length; id += 1) builder.label();
  for (const { id, end } of blocksOf(edges)) {
    if (id > 0) builder.place(id);
    builder.finish(end);
    const nothing = { condition: undefined, init: undefined, update: undefined };
    builder.loops.push({ header: id, kind: 'while', ...nothing, start: 0, end: 0 });
  }
  return builder.build();
}

/** The same by what can be reached from where, of which nothing is spared. */
function naturalLoop(blocks: readonly BasicBlock[], header: number): number[] {
  const without = reached(
    blocks.map((block) => (block.id === header ? { ...block, end: { kind: 'stop' } } : block)),
  );
  if (header === 0) without.clear();
  const forward = reached(blocks, header);
  const before = predecessors(blocks);
  const returning = (before[header] ?? []).filter((id) => forward.has(id));
  const own = returning.filter((id) => id === header || !without.has(id));
  const body = new Set(returning.length > 1 && own.length > 0 ? own : returning);
  body.add(header);
  for (const id of body) {
    if (id === header) continue;
    for (const from of before[id] ?? []) if (forward.has(from)) body.add(from);
  }
  return [...body].sort((a, b) => a - b);
}

test('predecessors are successors turned round', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const before = predecessors(blocksOf(edges));
      const turned = edges.flatMap((to, from) => to.map((each) => `${from} ${each}`));
      const found = before.flatMap((sources, to) => sources.map((from) => `${from} ${to}`));
      expect(found.sort()).toEqual(turned.sort());
    }),
  );
});

describe('loops', () => {
  /** The calls in the body of each loop, in the order of the loops in the text. */
  function calledIn(body: string): string[][] {
    const fn = functionOf(lower(`void f(int a, int b) { ${body} }`));
    return [...fn.loops]
      .sort((x, y) => x.start - y.start)
      .map((loop) =>
        loop.body.flatMap((id) =>
          (fn.blocks[id]?.steps ?? []).flatMap((step) =>
            step.kind === 'eval' && step.expr.kind === 'call' ? [step.expr.name] : [],
          ),
        ),
      );
  }

  test('hold what runs again, and not what leaves', () => {
    expect(calledIn('x(); while (a) { y(); if (b) { z(); return; } } w();')).toEqual([['y']]);
  });

  test('inner ones belong to outer ones', () => {
    expect(calledIn('for (;;) { x(); while (a) { y(); } if (b) break; }')).toEqual([
      ['x', 'y'],
      ['y'],
    ]);
  });

  test('of any headers are what reaches them again, as a search of all blocks says', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const { blocks, loops } = builtOf(edges);
        expect(loops.map(({ body }) => body)).toEqual(
          loops.map(({ header }) => naturalLoop(blocks, header)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('that are never reached are left out', () => {
    expect(calledIn('return; while (a) { y(); }')).toEqual([]);
  });

  test('know their condition, start and update', () => {
    const text = 'void f(int n) { int i; for (i = 0; i < n; i++) { g(i); } }';
    const [loop] = functionOf(lower(text)).loops;
    const part = (expr: { start: number; end: number } | undefined): string =>
      expr === undefined ? '' : text.slice(expr.start, expr.end);
    expect([loop?.kind, part(loop?.init), part(loop?.condition), part(loop?.update)]).toEqual([
      'for',
      'i = 0',
      'i < n',
      'i++',
    ]);
  });
});

test('unreachable blocks are emptied, so that nothing hears of them', () => {
  const fn = functionOf(lower('void f(void) { return; g(); }'));
  const steps = fn.blocks.flatMap((block) => block.steps);
  expect(steps).toEqual([]);
});
