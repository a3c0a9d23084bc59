import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { scopeProblem } from '../../../src/migration/transpile/apply-answer.ts';

const parser = await loadGrammars().parser('rust');
const BEFORE = `/// A ring.
#[derive(Debug)]
pub struct Ring { pub size: usize, b: NonNull<u8> }
pub struct Open { pub size: usize }
pub struct Pair(u8, u8);
pub enum Way { In, Out }
pub const MOST: usize = 4;
`;

/** What is wrong with replacing texts of a given interface by others. */
function judged(from: string, to: string): string | undefined {
  const crate = (text: string) => new Map([['src/lib.rs', text]]);
  expect(BEFORE).toContain(from);
  const next = BEFORE.replace(from, to);
  return scopeProblem({ base: crate(BEFORE), last: crate(BEFORE), next: crate(next) }, parser, {
    ...{ functions: ['push'], hasInterface: true, keptTests: new Set(), own: new Set() },
  });
}

test.each([
  ['#[derive(Debug)]', '#[derive(Debug, Clone, PartialEq)]'],
  ['pub enum Way', '#[derive(Clone)]\npub enum Way'],
  ['b: NonNull<u8> }', 'b: NonNull<u8>, data: Vec<u8> }'],
  ['b: NonNull<u8> }', 'data: Vec<u8>, b: NonNull<u8>, used: bool, }'],
])('a given type may be completed so that no user sees it: %s', (from, to) => {
  expect(judged(from, to)).toBeUndefined();
});

test.each([
  ['#[derive(Debug)]', '#[derive(Clone)]'],
  ['b: NonNull<u8> }', 'b: NonNull<u8>, pub data: Vec<u8> }'],
  ['b: NonNull<u8> }', 'data: Vec<u8> }'],
  ['b: NonNull<u8> }', 'b: NonNull<u16> }'],
  ['{ pub size: usize }', '{ pub size: usize, data: Vec<u8> }'],
  ['In, Out', 'In, Out, Both'],
  ['Pair(u8, u8)', 'Pair(u8, u8, u8)'],
])('all else of it stays as it is: %s, not %s', (from, to) => {
  expect(judged(from, to)).toMatch(
    /^it changes type \w+ of src\/lib\.rs, which is given and stays as it is; it may derive more/,
  );
});

test('other items of an interface stay as they are', () => {
  expect(judged('MOST: usize = 4', 'MOST: usize = 5')).toBe(
    'it changes const MOST of src/lib.rs, which is given and stays as it is',
  );
});
