import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isItems,
  parseItems,
  printItems,
  type RustItem,
} from '../../../../src/code/rust/items/item-list.ts';
import { mergeItems, removeItems } from '../../../../src/code/rust/items/merge-items.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const parser = await loadGrammars().parser('rust');

function items(text: string): readonly RustItem[] {
  const list = parseItems(parser, text);
  if (!isItems(list)) throw new Error(`no Rust at line ${list.line}`);
  return list.items;
}

function merged(text: string, added: string): string {
  const result = mergeItems(parser, text, added);
  if ('problem' in result) throw new Error(result.problem);
  return result.text;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const lead = fc.constantFrom('', '/// Says what.\n', '#[inline]\n', '// why\n#[allow(unused)]\n');
const plain = fc
  .tuple(lead, name, fc.constantFrom('fn', 'struct', 'const'), fc.nat(9))
  .map(([before, one, kind, number]) => {
    if (kind === 'fn') return `${before}pub fn ${one}(x: u8) -> u8 {\n    x + ${number}\n}`;
    if (kind === 'struct')
      return `${before}pub struct ${one.toUpperCase()} {\n    x: u${number},\n}`;
    return `${before}const ${one.toUpperCase()}_MAX: u8 = ${number};`;
  });
const block = fc
  .tuple(fc.constantFrom('impl A', 'impl B', 'mod tests', 'mod inner'), fc.array(plain))
  .map(
    ([head, members]) =>
      `${head} {\n${members.filter((one) => !/struct/.test(one)).join('\n\n')}\n}`,
  );
const file = fc
  .array(fc.oneof({ weight: 3, arbitrary: plain }, block), { maxLength: 6 })
  .map((list) => `//! A module.\n\nuse std::fmt;\n\n${list.join('\n\n')}\n`);

/** Keys of all items and members, as paths. */
function keys(list: readonly RustItem[], prefix = ''): string[] {
  return list.flatMap(({ key, members }) => [
    prefix + key,
    ...keys(members ?? [], `${prefix}${key} > `),
  ]);
}

test('a file is its items', () => {
  fc.assert(
    fc.property(file, (text) => {
      const list = parseItems(parser, text);
      if (!isItems(list)) throw new Error('no items');
      expect(printItems(list).replaceAll(/\s+/g, '')).toBe(text.replaceAll(/\s+/g, ''));
    }),
  );
});

test('after a merge, the keys of both are there, and added items are as they were written', () => {
  fc.assert(
    fc.property(file, file, (text, added) => {
      const result = items(merged(text, added));
      const wanted = new Set([...keys(items(text)), ...keys(items(added))]);
      expect(new Set(keys(result))).toEqual(wanted);
      for (const item of items(added).filter(({ members }) => members === undefined)) {
        const lasting = items(added).findLast(({ key }) => key === item.key);
        expect(result.some(({ text: one }) => one === lasting?.text)).toBe(true);
      }
    }),
  );
});

test('merging nothing, or the file itself, changes nothing but white space', () => {
  fc.assert(
    fc.property(file, (text) => {
      const once = merged(text, '');
      expect(merged(once, '')).toBe(once);
    }),
  );
});

describe('a merge', () => {
  const present = `//! Shapes.
use std::fmt;

/// A square.
#[derive(Debug)]
pub struct Square(pub u32);

impl Square {
    /// Its area.
    pub fn area(&self) -> u32 {
        unimplemented!()
    }
    pub fn side(&self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_a_side() {
        assert_eq!(Square(2).side(), 2);
    }
    // The end.
}
`;

  test('puts methods into their impl block, imports to the top and tests among the tests', () => {
    const text = merged(
      present,
      `use std::ops::Mul;
impl Square { pub fn area(&self) -> u32 { self.0 * self.0 } }
pub fn unit() -> Square { Square(1) }
#[cfg(test)]
mod tests { #[test] fn has_an_area() { assert_eq!(Square(2).area(), 4); } }`,
    );
    expect(keys(items(text))).toEqual([
      'use std::fmt;',
      'use std::ops::Mul;',
      'type Square',
      'impl Square',
      'impl Square > fn area',
      'impl Square > fn side',
      'fn unit',
      'mod tests',
      'mod tests > use super::*;',
      'mod tests > fn has_a_side',
      'mod tests > fn has_an_area',
    ]);
    expect(text).toContain('self.0 * self.0');
    expect(text).not.toContain('unimplemented');
    expect(text).toContain('// The end.');
  });

  test('says where added text is no Rust', () => {
    const result = mergeItems(parser, present, 'fn ok() {}\nfn broken( {\n');
    expect(result).toEqual({ problem: expect.stringMatching(/no Rust from line [12] on/) });
  });

  test('removes items by name, also from blocks', () => {
    const result = removeItems(parser, present, ['area', 'has_a_side']);
    const text = 'text' in result ? result.text : '';
    expect(keys(items(text))).toEqual([
      'use std::fmt;',
      'type Square',
      'impl Square',
      'impl Square > fn side',
      'mod tests',
      'mod tests > use super::*;',
    ]);
  });

  const nested = `use std::fmt;
use std::io::{self, Write};

pub mod inner {
    pub struct Ring(u32);
    impl Ring {
        pub fn turn(&self) -> u32 {
            self.0
        }
        fn old_turn(&self) -> u32 {
            1
        }
    }
    fn turn() {}
}

fn turn() {}
`;

  test.each([
    [['inner::turn'], ['mod inner > fn turn']],
    [['inner::Ring::old_turn'], ['mod inner > impl Ring > fn old_turn']],
    [['use std::io::{self, Write};'], ['use std::io::{self, Write};']],
    [['use std::fmt'], ['use std::fmt;']],
  ])('removes %j alone', (names, gone) => {
    const result = removeItems(parser, nested, names);
    const left = keys(items('text' in result ? result.text : ''));
    expect(keys(items(nested)).filter((key) => !left.includes(key))).toEqual(gone);
  });

  test('says which name there is not, and removes nothing', () => {
    for (const name of ['nothing', 'outer::turn', 'inner::Ring::nothing', 'use std::env;']) {
      expect(removeItems(parser, nested, ['Ring', name])).toEqual({
        problem: `there is no ${name} that could be removed`,
      });
    }
  });

  test('puts what is added into a module within the file into that module', () => {
    const added =
      'pub mod inner {\n    impl Ring {\n        pub fn turn(&self) -> u32 {\n            self.0 + 1\n        }\n    }\n}\n';
    const result = mergeItems(parser, nested, added);
    const text = 'text' in result ? result.text : '';
    expect(keys(items(text))).toEqual(keys(items(nested)));
    expect(text).toContain('self.0 + 1');
  });
});
