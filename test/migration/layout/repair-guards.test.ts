import { expect, test } from '@jest/globals';
import { forbiddenRepair } from '../../../src/migration/layout/repair-guards.ts';

const GIVEN = `mod gone;
pub mod inner;
pub struct Point { x: i32 }
impl Point {
    pub fn new() -> Self { todo!() }
    pub fn new() -> Self { todo!() }
    pub fn raw(at: *const Point) {}
}
`;
const FILES = new Map([
  ['Cargo.toml', '[package]\n'],
  ['src/lib.rs', GIVEN],
  ['src/inner.rs', ''],
]);

function verdict(before: string, after: string, duplicated: readonly string[] = []) {
  const text = GIVEN.replace(before, after);
  expect(text).not.toBe(GIVEN);
  return forbiddenRepair(FILES, new Map([...FILES, ['src/lib.rs', text]]), new Set(duplicated));
}

test.each([
  ['a type', 'i32', 'u32'],
  ['a module that has no file', 'mod gone;\n', ''],
  ['a pointer that goes', '*const Point', '&Point'],
  ['an import', 'pub struct', 'use std::fmt;\npub struct'],
  ['a word in a comment or a text', 'todo!()', 'todo!("unsafe") /* cfg */'],
])('a repair may change %s', (_, before, after) => {
  expect(verdict(before, after)).toBeUndefined();
});

test.each([
  ['takes a function away', 'pub fn raw(at: *const Point) {}', '', 'it takes away fn raw'],
  ['comments one out', 'pub fn raw', '// pub fn raw', 'it takes away fn raw'],
  ['renames a type', 'struct Point', 'struct Place', 'it takes away struct Point'],
  ['takes a module away', 'pub mod inner;\n', '', 'it takes away mod inner'],
  ['hides an item', 'pub struct', '#[cfg(any())]\npub struct', 'it brings cfg'],
  [
    'allows what is refused',
    'pub struct',
    '#[allow(dead_code)]\npub struct',
    'it brings an attribute',
  ],
  ['brings unsafe', 'pub fn raw', 'pub unsafe fn raw', 'it brings unsafe'],
  ['brings a raw pointer', 'x: i32', 'x: *mut i32', 'it brings a raw pointer'],
  ['empties a body', '{}\n', '{ unimplemented!() }\n', 'it brings a body that panics'],
])('a repair is refused that %s', (_, before, after, problem) => {
  expect(verdict(before, after)).toContain(problem);
});

test('of what is declared twice one may go, where the compiler says so', () => {
  const one = '    pub fn new() -> Self { todo!() }\n';
  expect(verdict(one, '')).toContain('it takes away fn new');
  expect(verdict(one, '', ['new'])).toBeUndefined();
  expect(verdict(`${one}${one}`, '', ['new'])).toContain('it takes away fn new');
});

test('a repair changes sources alone, and something', () => {
  expect(forbiddenRepair(FILES, FILES, new Set())).toBe('it changes nothing');
  const manifest = new Map([...FILES, ['Cargo.toml', '[package]\n[features]\n']]);
  expect(forbiddenRepair(FILES, manifest, new Set())).toContain('it changes Cargo.toml');
  const added = new Map([...FILES, ['src/gone.rs', '']]);
  expect(forbiddenRepair(FILES, added, new Set())).toContain('it changes src/gone.rs');
});
