import { expect, test } from '@jest/globals';
import { expressionText } from '../../../../src/code/c/ir/expression-text.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

function textOf(expression: string): string {
  const source = `struct s { int n; struct s *next; }; int g(int);
    int f(int a, int *p, struct s *q, struct s r) { return ${expression}; }`;
  const end = functionOf(lower(source)).blocks.find((block) => block.end.kind === 'return')?.end;
  return end?.kind === 'return' && end.value !== undefined ? expressionText(end.value) : '';
}

test.each([
  ['(*q).n', 'q->n'],
  ['(&r)->n', 'r.n'],
  ['*(p + a)', 'p[a]'],
  ['(int)(long)p[(a)]', 'p[a]'],
  ['a*(a+1)', 'a * (a + 1)'],
  ['g( a , 1 )', 'g(a, 1)'],
  ['q->next->n', 'q->next->n'],
  ['a ? 1 : a++', 'a ? 1 : a++'],
])('%s is written %s', (expression, expected) => {
  expect(textOf(expression)).toBe(expected);
});
