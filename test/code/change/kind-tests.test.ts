import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { askedMember } from '../../../src/code/change/kind-tests.ts';
import { testsOf } from '../../../src/code/change/tests.ts';
import { functionOf, lower } from '../../support/c-code.ts';

test.each([
  ['v->kind != 7', 'v->kind'],
  ['TEXT == v->kind', 'v->kind'],
  ['v[0].width != v[1].width', 'v[0].width'],
  ['v->kind == 0', undefined],
  ['v->kind == 1', undefined],
  ['v->kind > 7', undefined],
  ['v->kind == v->width', undefined],
  ['n == 7', undefined],
])('%s asks for %s', (condition, member) => {
  const fn = functionOf(
    lower(`struct s { int kind, width; }; void f(struct s *v, int n) { if (${condition}) n = 2; }`),
  );
  const [asked] = testsOf(fn).map(askedMember);
  expect(asked && expressionText(asked)).toBe(member);
});
