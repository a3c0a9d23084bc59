import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ranges } from '../../../support/c-code.ts';

/** A range, and one inside it. */
const nested = fc
  .array(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(-2147483647, 2147483647)), {
    minLength: 4,
    maxLength: 4,
  })
  .map((ends) => {
    const [a = 0, b = 0, c = 0, d = 0] = ends.sort((x, y) => x - y);
    return { wide: [a, d], narrow: [b, c] } as const;
  });

const expression = fc.constantFrom(
  ...['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '<', '=='].map((op) => `a ${op} b`),
  ...['-a', '~a', '!a', 'a / 3', 'a % 5', 'a * a', '(unsigned char)a', '(short)a', '(unsigned)a'],
  ...['a > b ? a : b', 'a - a', 'a & 12', 'a << 2', 'a ? b : 0', 'a && b'],
);

/** The range of an expression for operands in ranges: nothing where it has no value. */
function rangeOf(expr: string, a: readonly number[], b: readonly number[]): [number, number] | [] {
  const within = (name: string, [lo, hi]: readonly number[]): string =>
    `${name} >= ${lo} && ${name} <= ${hi}`;
  const found = ranges(`if (${within('a', a)} && ${within('b', b)}) see(${expr});`).map((range) =>
    range
      .split('..')
      .map((end, at) => (end === '*' ? (at - 0.5) * Number.POSITIVE_INFINITY : +end)),
  );
  if (found.length === 0) return [];
  return [Math.min(...found.map(([lo = 0]) => lo)), Math.max(...found.map(([, hi = 0]) => hi))];
}

test('who knows less of the operands does not know more of the result', () => {
  fc.assert(
    fc.property(expression, nested, nested, (expr, a, b) => {
      const [lo, hi] = rangeOf(expr, a.narrow, b.narrow);
      if (lo === undefined || hi === undefined) return;
      const [least, most] = rangeOf(expr, a.wide, b.wide);
      expect(least).toBeLessThanOrEqual(lo);
      expect(most).toBeGreaterThanOrEqual(hi);
    }),
    {
      numRuns: 800,
      examples: [
        ['a % b', { wide: [-2147483647, 0], narrow: [0, 0] }, { wide: [0, 1], narrow: [0, 0] }],
      ],
    },
  );
});
