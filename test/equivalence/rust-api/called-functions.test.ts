import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';

const LIB = `
mod text;
struct Reader;
struct Writer;
impl Reader {
  fn new() -> Self { Reader }
  fn byte(&mut self) -> u8 { self.fill(); 0 }
  fn fill(&mut self) { refill::<u8>(1); }
  fn push(&mut self) {}
  fn rare_name(&self) {}
}
impl Writer { fn new() -> Self { Writer } fn fill(&mut self) {} }
fn refill<T>(n: usize) {}
fn skip() {}
fn of_self() { let mut r = Reader::new(); r.byte(); }
fn of_vec(list: &mut Vec<u8>) { list.push(1); }
fn chained(r: &Reader) { make(r).rare_name(); }
fn make(r: &Reader) -> &Reader { r }
fn of_module() { text::skip(); }
fn own_module() { skip(); }
fn several(w: &mut Writer) { w.fill(); }
fn around() { first(); }
fn first() { second(1); }
fn second(n: u8) { if n > 0 { around() } }
`;

test.each([
  [
    'methods of a type, and what these call',
    'of_self',
    ['Reader::new', 'Reader::byte', 'Reader::fill', 'refill'],
  ],
  ['no method of the standard library', 'of_vec', []],
  ['a method of what a call gives', 'chained', ['make', 'Reader::rare_name']],
  ['a function of a module', 'of_module', ['text::skip']],
  ['that of its own module', 'own_module', ['skip']],
  ['none of several methods of one name', 'several', []],
  ['not itself', 'around', ['first', 'second']],
])('a function calls %s', async (_, path, called) => {
  const sources = new Map([
    ['lib.rs', LIB],
    ['text.rs', 'pub fn skip() {}'],
  ]);
  const crate = await RustCrate.parse(sources, loadGrammars());
  expect(crate.calledFrom(path).toSorted()).toEqual(called.toSorted());
});
