import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';
import { rustTypeText } from '../../../src/equivalence/rust-api/rust-type.ts';

const SOURCE = `
pub type Parsed<T, E = Error> = Result<T, Error>;
pub struct Error;
pub fn borrows(a: impl AsRef<str>, b: impl AsRef<[u8]>) {}
pub fn takes(a: impl Into<String>, b: impl IntoIterator<Item = u32>) {}
pub fn named<S: AsRef<str>, P>(s: S, p: P) -> Parsed<u32> where P: AsRef<std::path::Path> { Ok(1) }
pub fn other<T: AsRef<str> + Clone>(t: T, u: impl Iterator<Item = u8>) {}
`;

test('where a conversion is asked for, what can be converted is given', async () => {
  const crate = await RustCrate.parse(new Map([['lib.rs', SOURCE]]), loadGrammars());
  const types = (name: string) =>
    crate.function(name)?.params.map(({ type }) => rustTypeText(type)) ?? [];
  expect(types('borrows')).toEqual(['&str', '&[u8]']);
  expect(types('takes')).toEqual(['String', 'Vec<u32>']);
  expect(types('named')).toEqual(['&str', '&Path']);
  expect(crate.function('named')?.problem).toBeUndefined();
  expect(types('other')).toEqual(['T', 'impl Iterator<Item = u8>']);
  expect(crate.function('other')?.problem).toBe('the generic parameter T: AsRef<str> + Clone');
});

test('aliases with parameters are what they stand for', async () => {
  const crate = await RustCrate.parse(new Map([['lib.rs', SOURCE]]), loadGrammars());
  const type = crate.function('named')?.returns;
  expect(type && rustTypeText(type)).toBe('Result<u32, Error>');
});
