import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { crateText } from '../../../src/migration/transpile/crate-text.ts';

test('functions that are not written yet are told from those that are', async () => {
  const parser = await loadGrammars().parser('rust');
  const text = `pub struct Square(u32);
impl Square {
    pub fn area(&self) -> u32 { self.0 * self.0 }
    pub fn side(&self) -> u32 { unimplemented!() }
    pub fn forget(self) {}
}
`;
  expect(
    crateText(parser, new Map([['src/shape.rs', text]]), { first: [], maxChars: 1000 }),
  ).toBe(`// src/shape.rs
pub struct Square(u32);
impl Square { pub fn area(&self) -> u32; }
impl Square { pub fn side(&self) -> u32; /* not written yet */ }
impl Square { pub fn forget(self); }`);
});

test('modules without items are named, with what they are for', async () => {
  const parser = await loadGrammars().parser('rust');
  const files = new Map([
    ['src/lib.rs', 'pub mod key;\npub mod node;\npub mod tree;\n'],
    ['src/key.rs', 'pub fn hash() -> u32 { 1 }\n'],
    ['src/node.rs', '//! Nodes of the tree.\n'],
    ['src/tree.rs', ''],
  ]);
  expect(crateText(parser, files, { first: [], maxChars: 1000 })).toBe(`// src/key.rs
pub fn hash() -> u32;

// src/node.rs: nothing in it yet; Nodes of the tree.

// src/tree.rs: nothing in it yet`);
});

test('what an enum does for each variant is shown whole: who adds one adds an arm', async () => {
  const parser = await loadGrammars().parser('rust');
  const text = `pub enum Refusal { Empty, Full }
impl Refusal {
    pub fn code(&self) -> i32 { match self { Self::Empty => 1, Self::Full => 2 } }
    pub fn new(code: i32) -> Refusal { if code == 1 { Refusal::Empty } else { Refusal::Full } }
}
pub fn other(n: u32) -> u32 { match n { 0 => 1, n => n } }
`;
  expect(
    crateText(parser, new Map([['src/refusal.rs', text]]), { first: [], maxChars: 1000 }),
  ).toBe(`// src/refusal.rs
pub enum Refusal { Empty, Full }
impl Refusal { pub fn code(&self) -> i32 { match self { Self::Empty => 1, Self::Full => 2 } } }
impl Refusal { pub fn new(code: i32) -> Refusal; }
pub fn other(n: u32) -> u32;`);
});

test('a table is named, and a trait that is implemented without a word is shown', async () => {
  const parser = await loadGrammars().parser('rust');
  const numbers = Array.from({ length: 256 }, (_, at) => `${at},${at % 16 === 15 ? '\n' : ' '}`);
  const text = `/// Of the cipher.
pub const TABLE: [u8; 256] = [
${numbers.join('')}];
pub const ROUNDS: usize = 10;
pub struct Refusal;
impl std::error::Error for Refusal {}
`;
  expect(
    crateText(parser, new Map([['src/table.rs', text]]), { first: [], maxChars: 1000 }),
  ).toBe(`// src/table.rs
/// Of the cipher.
pub const TABLE: [u8; 256] = /* 19 lines, which are there */;
pub const ROUNDS: usize = 10;
pub struct Refusal;
impl std::error::Error for Refusal {}`);
});

test('the documentation of a function is shown to its first empty line; all of it where a body is missing', async () => {
  const parser = await loadGrammars().parser('rust');
  const text = `/// Where the key stands, or
/// the place for it.
///
/// Counted from the first.
pub fn place_of(key: u32) -> u32 { key }
/// As long as the longest.
///
/// Zero for none.
pub fn length(keys: &[u32]) -> u32 { unimplemented!() }
`;
  expect(
    crateText(parser, new Map([['src/key.rs', text]]), { first: [], maxChars: 1000 }),
  ).toBe(`// src/key.rs
/// Where the key stands, or
/// the place for it.
pub fn place_of(key: u32) -> u32;
/// As long as the longest.
///
/// Zero for none.
pub fn length(keys: &[u32]) -> u32; /* not written yet */`);
});

test('what a function is for is said in a line, and which names the tests of a file have taken', async () => {
  const parser = await loadGrammars().parser('rust');
  const text = `/// Where the key stands.
///
/// Counted from the first.
#[must_use]
pub fn place_of(key: u32) -> u32 { key }
#[cfg(test)]
mod tests {
    use super::*;
    fn keys() -> [u32; 1] { [1] }
    #[test]
    fn finds_it() { assert_eq!(place_of(keys()[0]), 1); }
}
`;
  const files = new Map([['src/key.rs', text]]);
  const shown = '// src/key.rs\n/// Where the key stands.\npub fn place_of(key: u32) -> u32;';
  expect(
    crateText(parser, files, { first: ['src/key.rs'], maxChars: 1000, hasTestNames: true }),
  ).toBe(
    `${shown}\n// Helpers in its \`mod tests\`:\nfn keys() -> [u32; 1];\n// Names in its \`mod tests\`: finds_it`,
  );
  expect(crateText(parser, files, { first: ['src/key.rs'], maxChars: 1000 })).toBe(shown);
  expect(crateText(parser, files, { first: [], maxChars: 1000, hasTestNames: true })).toBe(shown);
});

test('of a crate that is too long, other files show what is needed, and the types in that', async () => {
  const parser = await loadGrammars().parser('rust');
  const other = Array.from({ length: 40 }, (_, at) => `pub fn other_${at}(n: u32) -> u32 { n }`);
  const files = new Map([
    ['src/key.rs', 'pub fn place_of(key: u32) -> u32 { key }'],
    [
      'src/list.rs',
      [
        ...other,
        'pub struct Node { pub next: Option<Box<Node>>, pub value: Value }',
        'pub struct Value { pub number: u32 }',
        'pub struct List { pub first: Option<Box<Node>> }',
        'impl List { pub fn push(&mut self, value: Value) { drop(value); } }',
        'pub enum Unused { One }',
      ].join('\n'),
    ],
  ]);
  const view = { first: ['src/key.rs'], maxChars: 1000 };
  const text = crateText(parser, files, { ...view, needed: new Set(['List', 'push']) });
  expect(text).toBe(`// src/key.rs
pub fn place_of(key: u32) -> u32;

// src/list.rs
pub struct Node { pub next: Option<Box<Node>>, pub value: Value }
pub struct Value { pub number: u32 }
pub struct List { pub first: Option<Box<Node>> }
impl List { pub fn push(&mut self, value: Value); }
// 41 items that this does not seem to need`);
  // Where there is room, all of it is shown.
  const whole = crateText(parser, files, { ...view, maxChars: 9000, needed: new Set(['List']) });
  expect(whole).toContain('pub fn other_39(n: u32) -> u32;');
});
