import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blockOrder } from '../../../../src/code/flow/solver/block-order.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** Loops of fewer blocks are small. */
const SMALL = 40;

/** A function of labels, each with a jump to another one. */
function jumps(targets: readonly number[]): string {
  const lines = targets.map((to, at) => `L${at}: if (x == ${at}) goto L${to};`);
  return `int f(int x) {\n${lines.join('\n')}\nreturn x;\n}\n`;
}

test('small loops inside others are found as their definition says', () => {
  const program = fc
    .integer({ min: 1, max: 60 })
    .chain((size) => fc.array(fc.nat(size - 1), { minLength: size, maxLength: size }));
  fc.assert(
    fc.property(program, (targets) => {
      const { nested, order, positions, loopEnds } = blockOrder(
        functionOf(lower(jumps(targets))).blocks,
      );
      const expected = new Map<number, number>();
      for (const [head, last] of loopEnds)
        for (const inner of loopEnds.keys()) {
          const begin = positions[inner] ?? -1;
          if (begin <= (positions[head] ?? -1) || begin > last) continue;
          let end = begin;
          for (let at = begin; at <= end; at += 1)
            end = Math.max(end, loopEnds.get(order[at] ?? 0) ?? -1);
          if (end - begin < SMALL) expected.set(inner, end);
        }
      expect([...nested].sort()).toEqual([...expected].sort());
    }),
    { numRuns: 60 },
  );
});

test('thousands of labels and jumps are ordered', () => {
  const targets = Array.from({ length: 2500 }, (_, at) => (at * 7919) % 2500);
  const { order } = blockOrder(functionOf(lower(jumps(targets))).blocks);
  expect(order.length).toBeGreaterThan(2500);
});
