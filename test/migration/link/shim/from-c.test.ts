import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../../src/code/clang/types.ts';
import type { ListPair, Pair } from '../../../../src/equivalence/pairing/pair.ts';
import { CAbi } from '../../../../src/migration/link/shim/c-abi.ts';
import { BYTE, fromC, ownedList } from '../../../../src/migration/link/shim/from-c.ts';

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
