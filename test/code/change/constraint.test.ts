import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Expr } from '../../../src/code/c/ir/ast.ts';
import { type Constraint, constraintsOf, isImplied } from '../../../src/code/change/constraint.ts';
import { functionOf, lower } from '../../support/c-code.ts';

function conditionOf(text: string): Expr {
  const source = `struct s { int n; char *t; }; int is_ok(char *); void f(int a, int b, struct s *p) { if (${text}) a = 1; }`;
  const branch = functionOf(lower(source)).blocks.find(({ end }) => end.kind === 'branch')?.end;
  if (branch?.kind !== 'branch') throw new Error(text);
  return branch.condition;
}

function known(text: string, outcome: boolean): ReadonlyMap<string, Constraint> {
  return new Map(constraintsOf(conditionOf(text), outcome).map((each) => [each.key, each]));
}

function isKnown(
  wanted: string,
  outcome: boolean,
  facts: ReadonlyMap<string, Constraint>,
): boolean {
  return constraintsOf(conditionOf(wanted), outcome).every((each) => isImplied(each, facts));
}

describe('what a condition says', () => {
  test.each([
    ['a < b', true, ['-1*a + 1*b + -1 >= 0']],
    ['a < b', false, ['1*a + -1*b + 0 >= 0']],
    ['!(a >= 4)', true, ['-1*a + 3 >= 0']],
    ['p && a > 0', true, ['1*p + 0 != 0', '1*a + -1 >= 0']],
    ['!p || a > 64', false, ['1*p + 0 != 0', '-1*a + 64 >= 0']],
    ['a > 0 && b > 0', false, ['-1*a + 0 >= 0 or -1*b + 0 >= 0']],
    ['p->n == b', true, ['-1*b + 1*p->n + 0 == 0']],
  ])('%s is %s', (text, outcome, keys) => {
    expect([...known(text, outcome).keys()]).toEqual(
      keys.map((key) => key.replace('-1*b + 1*p->n + 0 == 0', '1*b + -1*p->n + 0 == 0')),
    );
  });

  test.each([
    ['p == 0', 'null'],
    ['!p->t', 'null'],
    ['a < b', 'bound'],
    ['a == 3', 'equality'],
    ['is_ok(p->t)', 'truth'],
    ['a', 'truth'],
  ])('%s is a test of kind %s', (text, kind) => {
    expect(constraintsOf(conditionOf(text), true)[0]?.kind).toBe(kind);
  });
});

describe('implication', () => {
  test.each([
    ['a < 10', 'a < 11', true],
    ['a < 11', 'a < 10', false],
    ['a == 3', 'a < 10', true],
    ['a > 0', 'a != 0', true],
    ['a < 0', 'a != 0', true],
    ['a >= 0', 'a != 0', false],
    ['a < b', 'b > a', true],
    ['a < b', 'b >= a', true],
    ['a <= b', 'a < b', false],
    ['p->n < 4', '(*p).n < 4', true],
    ['a < 4 && b < 4', 'a < 4', true],
    ['a < 4', 'a < 4 || b < 4', true],
    ['a < 4 || b < 4', 'a < 4', false],
  ])('of %s, %s follows: %s', (fact, wanted, expected) => {
    expect(isKnown(wanted, true, known(fact, true))).toBe(expected);
  });

  test('never says of integers what is not so', () => {
    const atom = fc
      .tuple(
        fc.constantFrom('a', 'b', 'a + b', '2 * a - b'),
        fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
        fc.integer({ min: -3, max: 3 }),
      )
      .map(([left, op, right]) => ({ text: `(${left} ${op} ${right})`, left, op, right }));
    type Atom = typeof atom extends fc.Arbitrary<infer T> ? T : never;
    type Condition = readonly (Atom | string)[];
    const condition = fc.oneof(
      atom.map((each): Condition => [each]),
      fc.tuple(atom, atom, fc.constantFrom('&&', '||')).map(([x, y, op]): Condition => [x, op, y]),
    );
    const textOf = (parts: Condition) =>
      parts.map((part) => (typeof part === 'string' ? part : part.text)).join(' ');
    const holds = (parts: Condition, a: number, b: number): boolean => {
      const values = new Map([
        ['a', a],
        ['b', b],
        ['a + b', a + b],
        ['2 * a - b', 2 * a - b],
      ]);
      const truths = parts.flatMap((part) => {
        if (typeof part === 'string') return [];
        const left = values.get(part.left) ?? Number.NaN;
        const { op, right } = part;
        if (op === '<') return left < right;
        if (op === '<=') return left <= right;
        if (op === '>') return left > right;
        if (op === '>=') return left >= right;
        return op === '==' ? left === right : left !== right;
      });
      return parts.includes('||') ? truths.includes(true) : !truths.includes(false);
    };
    fc.assert(
      fc.property(condition, fc.boolean(), condition, fc.boolean(), (fact, is, wanted, want) => {
        if (!isKnown(textOf(wanted), want, known(textOf(fact), is))) return;
        // A disjunction that is too long, or a contradiction of constants, leaves nothing to imply.
        if (constraintsOf(conditionOf(textOf(wanted)), want).length === 0) return;
        for (let a = -8; a <= 8; a += 1)
          for (let b = -8; b <= 8; b += 1)
            if (holds(fact, a, b) === is) expect([a, b, holds(wanted, a, b)]).toEqual([a, b, want]);
      }),
      { numRuns: 300 },
    );
  });
});
