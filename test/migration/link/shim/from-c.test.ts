import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../../src/code/clang/types.ts';
import type { ListPair, Pair } from '../../../../src/equivalence/pairing/pair.ts';
import { CAbi } from '../../../../src/migration/link/shim/c-abi.ts';
import { BYTE, fromC, ownedList } from '../../../../src/migration/link/shim/from-c.ts';
import { NotLinkable } from '../../../../src/migration/link/shim/not-linkable.ts';
import { toC } from '../../../../src/migration/link/shim/to-c.ts';

const ABI = new CAbi(new Map(), 'a', () => false);
const INT: ClangCType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };

test('a number of C becomes the variant that has it, and none where no variant has', () => {
  const pair: Pair = {
    ...{ kind: 'enum', bits: 32, signed: true, path: 'colours::Colour' },
    variants: [
      { name: 'Red', value: 0n },
      { name: 'Green', value: -2n },
    ],
  };
  expect(fromC(pair, INT, 'c_colour', '"colour"', ABI)).toBe(
    'match c_colour { 0 => subject::colours::Colour::Red, -2 => subject::colours::Colour::Green, ' +
      'other => no_variant(i128::from(other), "colour") }',
  );
});

test('what is false in C is zero', () => {
  expect(fromC({ kind: 'boolean' }, INT, 'c_flag', '"flag"', ABI)).toBe('(c_flag != 0)');
});

test('what a pointer to anything points at is bytes, which have no sign', () => {
  const byte: Pair = { kind: 'integer', bits: 8, signed: false, rust: 'u8', isByte: false };
  const list: ListPair = {
    ...{ kind: 'list', of: byte, rust: 'vec', isText: false, room: undefined, spare: 0 },
    ...{ lengthField: undefined, lengthFrom: undefined, roomField: undefined },
  };
  // 0xff is 255 rather than -1, which no `u8` holds.
  expect(ownedList(list, BYTE, 'p', 'n', '"p"', ABI)).toContain('(p as *const u8, n, "p")');
  expect(ownedList(list, { kind: 'void' }, 'p', 'n', '"p"', ABI)).toContain(
    '(p as *const u8, n, "p")',
  );
});

const COUNT: Pair = { kind: 'integer', bits: 32, signed: true, rust: 'i32', isByte: false };
const TEXT: ListPair = {
  ...{ kind: 'list', of: COUNT, rust: 'vec', isText: false, room: undefined, spare: 0 },
  ...{ lengthField: undefined, lengthFrom: undefined, roomField: undefined },
};

/** Why a function stays in C: what its user is told, by what it takes. */
test.each<[string, Pair]>([
  ['a type that contains itself', { kind: 'end' }],
  [
    'a function of the caller.*: it has no context',
    { kind: 'absent', because: 'it has no context' },
  ],
  ['no common form: it is a union', { kind: 'untouched', rust: 'Kind', because: 'it is a union' }],
  ['numbers that Rust keeps in groups', { kind: 'array', of: COUNT, length: 2, isFlat: true }],
  [
    'struct bits, which Rust has as a list',
    { kind: 'record', c: 'struct bits', path: 'Bits', fields: [], dropped: [], isBare: true },
  ],
  [
    'a pointer that is an index in Rust',
    { kind: 'place', of: COUNT, into: { kind: 'table', name: 'all', length: 4 } },
  ],
  ['a stream', { kind: 'descriptor' }],
  ['a stream', { kind: 'files' }],
  ['a list', TEXT],
])('there are no shims for %s, in either direction', (reason, pair) => {
  const told = new RegExp(reason);
  for (const make of [
    () => fromC(pair, INT, 'c', '"p"', ABI),
    () => toC(pair, INT, 'c', 'rust', '"p"', ABI),
  ]) {
    expect(make).toThrow(NotLinkable);
    expect(make).toThrow(told);
  }
});

test('what may be null has a value in Rust where the C has one, and none goes back', () => {
  const maybe: Pair = { kind: 'nullable', of: COUNT, isBoxed: false };
  const pointer: ClangCType = { kind: 'pointer', to: INT, isConst: false };
  expect(fromC(maybe, pointer, 'c', '"p"', ABI)).toBe(
    '{ let p = c; if p.is_null() { None } else { Some((*p)) } }',
  );
  expect(fromC({ ...maybe, isBoxed: true }, pointer, 'c', '"p"', ABI)).toContain('Some(Box::new(');
  expect(() => toC(maybe, pointer, 'c', 'rust', '"p"', ABI)).toThrow('may make or drop');
  expect(() => fromC({ ...maybe, none: -1n }, INT, 'c', '"p"', ABI)).toThrow('stands for None');
});
