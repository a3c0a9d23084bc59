import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../../src/rules/c-rules.ts';
import { lower, ranges } from '../../../support/c-code.ts';

test.each([
  [
    'int t[3] = {1, 2, 3}; int k = 0; t[k++] += 2; t[k++] *= 3; see(k); see(t[0]); see(t[1]);',
    '2..2 3..3 6..6',
  ],
  [
    'int t[3] = {1, 2, 3}; int k = 0; t[k++]++; --t[k++]; see(k); see(t[0]); see(t[1]);',
    '2..2 2..2 1..1',
  ],
  ['int t[3] = {1, 2, 3}; int *q = t; *q++ <<= 1; see(*q); see(t[0]);', '2..2 2..2'],
  [
    'int t[3] = {5, 6, 7}; int k = 0; see(t[k++] ?: a); see(t[k++] ?: a); see(k);',
    '5..5 6..6 2..2',
  ],
  ['int v = 0; see(v++ ?: 8); see(v);', '8..8 1..1'],
  ['struct s { int x; } t[3], o; int k = 2; o = t[--k]; see(k); o = t[--k]; see(k);', '1..1 0..0'],
  ['struct s { int x; } t[3], *q = t; int k = 0; struct s o = t[k++]; see(k);', '1..1'],
  ['struct s { int x; } o, c, t = {4}; o = c = t; see(o.x); see(c.x);', '4..4 4..4'],
])('what an assignment leads to is evaluated once: %s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});

test('increments of increments, as broken code has them, take time that grows with their number', () => {
  const chain = `int f(int a) { a${'++'.repeat(60)}; return a; }`;
  expect(() => ranges(`a${'++'.repeat(60)};`)).not.toThrow();
  expect(lower(chain).functions).toHaveLength(1);
});

test('an access that reads and writes is one finding, of the write', async () => {
  const parser = await loadGrammars().parser('c');
  const text = 'int f(void) { int t[2] = {0, 0};\n  t[2] += 1;\n  t[3]++;\n  return t[0]; }\n';
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, {
    path: 'a.c',
    rules: C_RULES,
  });
  expect(hits.map(({ rule, location }) => `${rule}:${location.line}`)).toEqual([
    'out_of_bounds_write:2',
    'out_of_bounds_write:3',
  ]);
});
