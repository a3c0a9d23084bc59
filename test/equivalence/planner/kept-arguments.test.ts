import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import type { ListPair, Pair } from '../../../src/equivalence/pairing/pair.ts';
import type { RustArgument } from '../../../src/equivalence/plan/comparison-plan.ts';
import { keptArguments } from '../../../src/equivalence/planner/kept-arguments.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';

const LIB = `
pub struct View<'a> { text: &'a [u8] }
impl<'a> View<'a> {
  pub fn open(text: &'a [u8]) -> Self { Self { text } }
  pub fn fill(text: &'a mut [u8]) -> Self { Self { text } }
  pub fn grow(text: &'a mut Vec<u8>) -> Self { Self { text } }
}
pub struct Copied<T> { text: Vec<T> }
impl Copied<u8> { pub fn open(text: &[u8]) -> Self { todo!() } }
`;

const crate = await RustCrate.parse(new Map([['lib.rs', LIB]]), loadGrammars());

const byte: Pair = { kind: 'integer', bits: 8, signed: false, rust: 'u8', isByte: true };
const pair: ListPair = {
  ...{ kind: 'list', of: byte, rust: 'vec', isText: false, room: undefined, spare: 0 },
  ...{ lengthField: undefined, lengthFrom: undefined, roomField: undefined },
};

function kept(path: string): readonly RustArgument[] {
  const fn = crate.function(path);
  if (fn === undefined) throw new Error(`no ${path}`);
  const all = fn.params.map(({ name, type }): RustArgument => ({ from: name, type, pair }));
  return keptArguments(all, fn, crate);
}

test('what an object borrows outlives the call that makes it', () => {
  expect(kept('View::open')).toEqual([expect.objectContaining({ from: 'text', isKept: true })]);
  expect(kept('View::fill')).toEqual([
    expect.objectContaining({ from: 'text', isKept: true, isWatched: true }),
  ]);
  expect(() => kept('View::grow')).toThrow('it has to be a slice');
});

test('an object without a lifetime keeps nothing of what it is made of', () => {
  const [argument] = kept('Copied::open');
  expect(argument).toMatchObject({ from: 'text' });
  expect(argument).not.toHaveProperty('isKept');
});
