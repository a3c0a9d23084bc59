import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Expr } from '../../../src/code/c/ir/ast.ts';
import {
  difference,
  linearForm,
  scaled,
  sum,
  termsKey,
} from '../../../src/code/change/linear-form.ts';
import { functionOf, lower } from '../../support/c-code.ts';

function expressionOf(text: string): Expr {
  const source = `struct s { int n; int m[4]; }; int f(int a, int b, int c, struct s *p) { return ${text}; }`;
  const returned = functionOf(lower(source)).blocks.find(({ end }) => end.kind === 'return')?.end;
  if (returned?.kind !== 'return' || returned.value === undefined) throw new Error(text);
  return returned.value;
}

test.each([
  ['a + 2 * b - 3', '1*a + 2*b', -3],
  ['(long)a - (b - 1)', '1*a + -1*b', 1],
  ['4 * (a + p->n) + sizeof(int)', '4*a + 4*p->n', 4],
  ['a - a + 7', '', 7],
  ['p->m[a] + (*p).n', '1*p->m[a] + 1*p->n', 0],
  ['a * b', '1*a * b', 0],
  ['-a', '-1*a', 0],
])('%s', (text, key, constant) => {
  const form = linearForm(expressionOf(text));
  expect(termsKey(form)).toBe(key);
  expect(form.constant).toBe(constant);
});

/** Sums of multiples of a, b and c, with their values where a, b and c have theirs. */
const sums = fc.letrec<{
  sum: { text: string; value: (a: number, b: number, c: number) => number };
}>((tie) => ({
  sum: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -9, max: 9 }).map((n) => ({ text: `(${n})`, value: () => n })),
    fc.constantFrom(
      { text: 'a', value: (a: number) => a },
      { text: 'b', value: (_a: number, b: number) => b },
      { text: 'c', value: (_a: number, _b: number, c: number) => c },
    ),
    fc.tuple(tie('sum'), tie('sum'), fc.boolean()).map(([x, y, plus]) => ({
      text: `(${x.text} ${plus ? '+' : '-'} ${y.text})`,
      value: (a: number, b: number, c: number) =>
        plus ? x.value(a, b, c) + y.value(a, b, c) : x.value(a, b, c) - y.value(a, b, c),
    })),
    fc.tuple(fc.integer({ min: -5, max: 5 }), tie('sum')).map(([n, x]) => ({
      text: `((${n}) * ${x.text})`,
      value: (a: number, b: number, c: number) => n * x.value(a, b, c),
    })),
  ),
})).sum;

test('a form has the value of its expression', () => {
  const number = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(sums, number, number, number, (expr, a, b, c) => {
      const { constant, terms } = linearForm(expressionOf(expr.text));
      const of = new Map([
        ['a', a],
        ['b', b],
        ['c', c],
      ]);
      const value = [...terms].reduce(
        (all, [name, times]) => all + times * (of.get(name) ?? Number.NaN),
        constant,
      );
      expect(value).toBe(expr.value(a, b, c) + 0);
    }),
    { numRuns: 150 },
  );
});

test('forms add and scale as numbers do', () => {
  fc.assert(
    fc.property(sums, sums, fc.integer({ min: -4, max: 4 }), (x, y, n) => {
      const a = linearForm(expressionOf(x.text));
      const b = linearForm(expressionOf(y.text));
      expect(difference(sum(a, b), b)).toEqual(a);
      expect(termsKey(difference(scaled(a, n), scaled(a, n)))).toBe('');
    }),
    { numRuns: 60 },
  );
});
