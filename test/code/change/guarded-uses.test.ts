import { expect, test } from '@jest/globals';
import { guardedUses } from '../../../src/code/change/guarded-uses.ts';
import { functionOf, lower } from '../../support/c-code.ts';

/** What is known where an expression of the text is used, the last time. */
function knownAt(use: string, body: string): string[] {
  const source = `struct s { int n; int *t; }; void see(int); void fill(int *);
    void f(int a, int b, int *p, struct s *q) { ${body} }`;
  const uses = guardedUses(functionOf(lower(source)));
  const found = uses.findLast(({ text }) => text === use);
  if (found === undefined) throw new Error(`${use} is not among ${uses.map(({ text }) => text)}`);
  return [...found.constraints.keys()];
}

test.each([
  ['p[a]', 'if (a < b) p[a] = 1;', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'if (a >= b) return; p[a] = 1;', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'if (a >= b) { a = 0; } p[a] = 1;', []],
  ['p[a]', 'if (a >= 9) a = 8; p[a] = 1;', ['-1*a + 8 >= 0']],
  ['p[a]', 'if (a < b) { b = 7; p[a] = 1; }', ['1*b + -7 == 0']],
  ['p[a]', 'if (a < b) { fill(&b); p[a] = 1; }', []],
  [
    'p[a]',
    'if (q->n > a) { q->t = p; p[a] = 1; }',
    ['-1*a + 1*q->n + -1 >= 0', '1*p + -1*q->t + 0 == 0'],
  ],
  ['p[a]', 'see(a < b && p[a]);', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'see(a < b ? p[a] : 0);', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'while (a < b) { p[a] = 1; a++; }', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'int c = a < b ? a : b; a = c; p[a] = 1;', ['1*a + -1*c + 0 == 0']],
  ['p[a]', 'int c = a < b && p; if (c) p[a] = 1;', ['-1*a + 1*b + -1 >= 0', '1*p + 0 != 0']],
  ['p[a]', 'int c = !p || a >= b; if (c != 0) return; p[a] = 1;', ['-1*a + 1*b + -1 >= 0']],
  ['p[a]', 'if (unlikely(a >= b)) return; p[a] = 1;', ['-1*a + 1*b + -1 >= 0']],
])('%s in %s', (use, body, expected) => {
  expect(knownAt(use, body).toSorted()).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(knownAt(use, body)).toEqual([]);
});

test('the smaller of two values is at most each of them', () => {
  const keys = knownAt('p[a]', 'int c = b; a = c < 9 ? c : 9; p[a] = 1;');
  expect(keys).toContain('-1*a + 9 >= 0');
});

test.each([
  'int c = a < b; a = 9; if (c) p[a] = 1;',
  'int c = a < b; c = 1; if (c) p[a] = 1;',
  'int c = a < b; if (q) c = a > 4; if (c) p[a] = 1;',
  'int c = a < b; if (!c) p[a] = 1;',
])('an answer says nothing more of other values: %s', (body) => {
  expect(knownAt('p[a]', body)).not.toContain('-1*a + 1*b + -1 >= 0');
});
