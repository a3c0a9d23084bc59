import { expect, test } from '@jest/globals';
import type { Expr } from '../../../../src/code/c/ir/ast.ts';
import { functionOf, lower } from '../../../support/c-code.ts';

/** The value that `f` of `int a, int *p` returns, as the kinds of its expressions from the outside in. */
function kinds(value: string, language: 'c' | 'cpp' = 'c'): string {
  const text = `typedef long word;\nenum { FLAG = 4 };\n#define MASK 7\nlong f(int a, int *p) { return ${value}; }`;
  const end = functionOf(lower(text, language)).blocks.map((block) => block.end);
  const returned = end.find((each) => each.kind === 'return');
  const names: string[] = [];
  let expr: Expr | undefined = returned?.kind === 'return' ? returned.value : undefined;
  while (expr !== undefined) {
    names.push(expr.kind);
    expr =
      expr.kind === 'binary'
        ? expr.left
        : expr.kind === 'cast' || expr.kind === 'address' || expr.kind === 'deref'
          ? expr.operand
          : undefined;
  }
  return names.join(' ');
}

test.each([
  ['(unknown)&a', 'cast address name'],
  ['(unknown)&a == 3', 'binary cast address name'],
  ['(unknown)*p', 'cast deref name'],
  ['(word)-1', 'cast unary'],
  ['(word)&a', 'cast address name'],
  ['(unknown)*a', 'binary name'],
  ['(unknown)-1', 'binary name'],
  ['(unknown_t)-1', 'cast unary'],
  ['a == (unknown_t)-1', 'binary name'],
  ['(a)&a', 'binary name'],
  ['(FLAG)&a', 'binary number'],
  ['(MASK)&a', 'binary number'],
])('%s', (value, expected) => {
  expect(kinds(value)).toBe(expected);
});

test('in C++ an unknown name may be a member’s', () => {
  expect(kinds('(unknown)&a', 'cpp')).toBe('binary name');
  expect(kinds('(word)&a', 'cpp')).toBe('cast address name');
});
