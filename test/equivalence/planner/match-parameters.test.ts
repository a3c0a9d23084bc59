import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { EMPTY_MAPPING } from '../../../src/equivalence/pairing/mapping.ts';
import { matchParameters } from '../../../src/equivalence/planner/match-parameters.ts';
import type { RustApiFunction, RustApiType } from '../../../src/equivalence/rust-api/rust-type.ts';

const INT: ClangCType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };
const TEXT: ClangCType = {
  ...{ kind: 'pointer', isConst: true },
  to: { kind: 'integer', bits: 8, signed: true, isCharacter: true },
};
const BYTES: RustApiType = {
  ...{ kind: 'reference', mutable: false },
  to: { kind: 'slice', of: { kind: 'integer', name: 'u8', bits: 8, signed: false } },
};

function taking(...types: readonly RustApiType[]): RustApiFunction {
  const params = types.map((type, at) => ({ name: `p${at}`, type }));
  return {
    ...{ path: 'f', name: 'f', owner: undefined, params, returns: { kind: 'unit' } },
    ...{ isUnsafe: false, isEmpty: false, problem: undefined },
  };
}

const C = [
  { name: 'count', type: INT },
  { name: 'text', type: TEXT },
];

test('a Rust parameter stands for the next one of the C whose type fits', () => {
  const found = matchParameters(C, taking(BYTES), EMPTY_MAPPING);
  expect(found.map(({ name }) => name)).toEqual(['text']);
});

test('where none fits, the type that does not and what is left of the C are said', () => {
  expect(() => matchParameters(C, taking(BYTES, BYTES), EMPTY_MAPPING)).toThrow(
    /^no C parameter fits the Rust parameter p1 of the type &\[u8\]; left of the C are count \(32-bit integer\): name one of them for it in the mapping, or take a type that fits$/,
  );
});

test('where the C has no more, that is said', () => {
  expect(() => matchParameters([], taking(BYTES), EMPTY_MAPPING)).toThrow(
    'no C parameter fits the Rust parameter p0 of the type &[u8]: each of the C has another one',
  );
});
