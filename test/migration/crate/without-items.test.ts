import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { crateItems } from '../../../src/migration/crate/item-changes.ts';
import { withoutItems } from '../../../src/migration/crate/without-items.ts';

const SHAPE = `//! Shapes.
use std::fmt;

pub struct Square(u32);

impl Square {
    pub fn area(&self) -> u32 {
        squared(self.0)
    }

    pub fn side(&self) -> u32 {
        self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("square")
    }
}

fn squared(side: u32) -> u32 {
    side * side
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_an_area() {
        assert_eq!(Square(2).area(), 4);
    }
}
`;

const parser = await loadGrammars().parser('rust');
const crate = new Map([
  ['src/shape.rs', SHAPE],
  ['src/other.rs', 'fn squared() {}\n'],
]);

test('items go with the blocks that nothing is left of, and all others stay', () => {
  const keys = [
    'src/shape.rs impl Square > fn area',
    'src/shape.rs impl fmt::Display for Square > fn fmt',
    'src/shape.rs fn squared',
    'src/shape.rs mod tests > fn has_an_area',
  ];
  const all = crateItems(parser, crate);
  expect(keys.every((key) => all.has(key))).toBe(true);
  const left = withoutItems(parser, crate, new Set(keys));
  const keptKeys = [...crateItems(parser, left).keys()];
  expect(keptKeys).toEqual([
    'src/other.rs fn squared',
    'src/shape.rs use std::fmt;',
    'src/shape.rs type Square',
    'src/shape.rs impl Square > fn side',
  ]);
  expect(left.get('src/shape.rs')).not.toMatch(/Display|mod tests/);
  expect(left.get('src/shape.rs')).toMatch(/^\/\/! Shapes\./);
});

test('a crate that has none of them is the same', () => {
  expect(withoutItems(parser, crate, new Set(['src/shape.rs fn area']))).toEqual(crate);
});
