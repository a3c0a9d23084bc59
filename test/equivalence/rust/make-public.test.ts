import { beforeAll, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import type { SourceParser } from '../../../src/code/syntax/source-parser.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { makePublic } from '../../../src/equivalence/rust/make-public.ts';

let parser: SourceParser;

beforeAll(async () => {
  parser = await loadGrammars().parser('rust');
});

test.each([
  ['fn f() { fn inner() {} }', 'pub fn f() { fn inner() {} }'],
  ['pub(crate) const N: u8 = 1;', 'pub const N: u8 = 1;'],
  [
    'mod a { struct S { x: u8, pub(super) y: u8 } }',
    'pub mod a { pub struct S { pub x: u8, pub y: u8 } }',
  ],
  ['struct P(u8, pub(crate) u16);', 'pub struct P(pub u8, pub u16);'],
  ['enum E { A { x: u8 }, B(u8) }', 'pub enum E { A { x: u8 }, B(u8) }'],
  ['impl S { fn m(&self) {} }', 'impl S { pub fn m(&self) {} }'],
  ['impl T for S { fn m(&self) {} }', 'impl T for S { fn m(&self) {} }'],
  ['#[inline]\nunsafe fn f() {}\nuse a::b;', '#[inline]\npub unsafe fn f() {}\nuse a::b;'],
])('everything that another crate could call is public: %s', (text, expected) => {
  expect(makePublic(parseSyntax(parser, text))).toBe(expected);
});
