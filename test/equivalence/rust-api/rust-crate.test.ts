import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';
import { rustTypeText } from '../../../src/equivalence/rust-api/rust-type.ts';

const LIB = `
pub mod shapes;
mod codes { pub(crate) enum Code { Ok = 0, Low = -2, High, Other(u8) } }
const SIZE: usize = 2 + 4 * 8;
type Bytes = Vec<u8>;
type Result<T> = std::result::Result<T, codes::Code>;
fn fill(out: &mut [u8; SIZE], from: &str, mut at: usize) -> Option<(u32, Bytes)> { None }
pub fn parse<'a>(text: &'a [u8]) -> Result<&'a [u8]> { Ok(text) }
fn generic<T: Copy>(value: T) -> T { value }
fn hook(call: fn(u8) -> u8) {}
#[cfg(test)]
mod tests { fn helper() {} }
`;

const SHAPES = `
use std::cmp::Ordering;
mod sums;
pub struct Point { pub x: i32, y: Box<Option<f64>> }
struct Pair(u8, Point);
impl Point {
  pub const ORIGIN: i32 = 3;
  pub fn new(x: i32) -> Self { todo!() }
  fn shift(&mut self, by: &Self) -> Ordering { todo!() }
  unsafe fn take(self, pairs: [Pair; 2]) {}
}
impl Default for Point { fn default() -> Self { todo!() } }
`;

let crate: RustCrate;

beforeAll(async () => {
  const sources = new Map([
    ['lib.rs', LIB],
    ['shapes/mod.rs', SHAPES],
    ['shapes/sums.rs', 'use super::Point;\nimpl Point { pub fn sum(&self) -> i32 { self.x } }\n'],
  ]);
  crate = await RustCrate.parse(sources, loadGrammars());
});

/** A function's signature, as text. */
function signature(path: string): string {
  const found = crate.function(path);
  if (found === undefined) return 'none';
  const params = found.params.map(({ name, type }) => `${name}: ${rustTypeText(type)}`);
  return `(${params.join(', ')}) -> ${rustTypeText(found.returns)}`;
}

describe('a crate', () => {
  test('gives signatures with aliases and constants looked through', () => {
    expect(signature('fill')).toBe(
      '(out: &mut [u8; 34], from: &str, at: usize) -> Option<(u32, Vec<u8>)>',
    );
    expect(signature('crate::parse')).toBe('(text: &[u8]) -> Result<&[u8], codes::Code>');
  });

  test('has a method by the path of its type, wherever its block stands', () => {
    for (const path of ['shapes::Point::sum', 'shapes::sums::Point::sum']) {
      expect(crate.function(path)?.path).toBe('shapes::Point::sum');
    }
  });

  test('gives methods, with what Self is', () => {
    expect(signature('shapes::Point::new')).toBe('(x: i32) -> shapes::Point');
    expect(signature('shapes::Point::shift')).toBe(
      '(self: &mut shapes::Point, by: &shapes::Point) -> std::cmp::Ordering',
    );
    expect(signature('shapes::Point::take')).toBe(
      '(self: shapes::Point, pairs: [shapes::Pair; 2]) -> ()',
    );
    expect(crate.function('shapes::Point::take')?.isUnsafe).toBe(true);
    expect(crate.function('shapes::Point::take')?.owner).toBe('shapes::Point');
  });

  test('gives structs with their fields', () => {
    expect(crate.item('shapes::Point')).toMatchObject({
      kind: 'struct',
      isTuple: false,
      fields: [{ name: 'x' }, { name: 'y', type: { kind: 'box', of: { kind: 'option' } } }],
    });
    expect(crate.item('shapes::Pair')).toMatchObject({
      isTuple: true,
      fields: [{ name: '0' }, { name: '1', type: { kind: 'item', path: 'shapes::Point' } }],
    });
  });

  test('gives enums with their values', () => {
    expect(crate.item('codes::Code')).toEqual({
      kind: 'enum',
      path: 'codes::Code',
      variants: [
        { name: 'Ok', hasFields: false, fields: [], isTuple: false, value: 0n },
        { name: 'Low', hasFields: false, fields: [], isTuple: false, value: -2n },
        { name: 'High', hasFields: false, fields: [], isTuple: false, value: -1n },
        {
          ...{ name: 'Other', hasFields: true, isTuple: true, value: undefined },
          fields: [{ name: '0', type: { kind: 'integer', name: 'u8', bits: 8, signed: false } }],
        },
      ],
    });
  });

  test('gives the function for the first value of a struct', async () => {
    const text = `
/// Derived, behind another attribute and a comment.
#[derive(Debug, std::default::Default)]
#[repr(C)]
// Words between.
struct Derived(u8);
#[derive(Debug)]
struct Made;
impl Made { fn new() -> Self { Made } }
struct Given;
impl Given { fn new(of: u8) -> Self { Given } }
#[derive(Default)]
struct Any<T>(T);`;
    const made = await RustCrate.parse(new Map([['lib.rs', text]]), loadGrammars());
    expect(crate.defaultOf('shapes::Point')?.path).toBe('shapes::Point::default');
    expect(made.defaultOf('Derived')).toMatchObject({ path: 'Derived::default', params: [] });
    expect(made.defaultOf('Made')?.path).toBe('Made::new');
    expect(made.defaultOf('Given')).toBeUndefined();
    expect(made.defaultOf('Any')).toBeUndefined();
  });

  test('says what it cannot call', () => {
    expect(crate.function('generic')?.problem).toBe('the generic parameter T: Copy');
    expect(signature('hook')).toBe('(call: fn(u8) -> u8) -> ()');
    expect(crate.function('hook')?.params[0]?.type).toMatchObject({
      kind: 'callback',
      as: 'pointer',
      params: [{ name: 'u8' }],
    });
  });

  test('leaves out tests and traits', () => {
    const paths = crate.functions().map(({ path }) => path);
    expect(paths).toContain('hook');
    expect(paths).not.toContain('tests::helper');
    expect(crate.function('shapes::Point::default')).toBeUndefined();
  });
});
