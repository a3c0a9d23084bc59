import { expect, test } from '@jest/globals';
import { codeText, plainCode } from '../../../../src/code/rust/reach/plain-code.ts';

const textOf = (code: string) => codeText(plainCode(code));

test.each([
  [
    'comments and layout',
    'fn a() -> u8 { b(1) }',
    '/// Says.\nfn a()  -> u8 {\n    // why\n    b(1)\n}',
  ],
  [
    'commas at the end of lists',
    'b(1, 2); [1]; P { x: 1 }',
    'b(\n    1,\n    2,\n); [1,]; P { x: 1, }',
  ],
  ['the comma behind the only argument', 'b(x)', 'b(\n    x,\n)'],
  [
    'visibility',
    'fn a(); struct P(u8); fn c();',
    'pub fn a(); pub(crate) struct P(pub u8); pub(in crate::x) fn c();',
  ],
  [
    'lints and documentation',
    'fn a();',
    '#[allow(dead_code)]\n#[doc = "x"]\n#[must_use]\n#[inline(always)]\nfn a();',
  ],
])('%s are nothing to a build', (_, one, other) => {
  expect(textOf(other)).toBe(textOf(one));
});

test.each([
  ['another sign', 'a <= b', 'a < b'],
  ['both of two, or a reference', 'a && b', 'a & &b'],
  ['a tuple of one', '(a,)', '(a)'],
  ['a tuple of one that is returned', 'return (a,);', 'return (a);'],
  ['what is derived', '#[derive(Clone)] struct P;', '#[derive(Copy)] struct P;'],
  ['a text', 'b("a b")', 'b("a  b")'],
  ['a public tuple', 'struct P(pub (A, B));', 'struct P(pub (A));'],
])('%s is something else', (_, one, other) => {
  expect(textOf(other)).not.toBe(textOf(one));
});
