import { expect, test } from '@jest/globals';
import type { ClangTypeDeclaration } from '../../../src/code/clang/unit.ts';
import { fieldsByRecord } from '../../../src/equivalence/planner/record-fields.ts';

const range = { file: 'a.h', startLine: 1, endLine: 1, startColumn: 1, endColumn: 9 };
const typedef = (name: string, underlying: string): ClangTypeDeclaration => ({
  ...{ name, kind: 'typedef', underlying, types: [underlying], undefinedMacros: [], range },
});

test('a record is meant by its typedef too, and its own name goes first', () => {
  const units = [{ types: [typedef('string_t', 'struct string_t'), typedef('size', 'long')] }];
  const said = {
    string_t: { bytes: { length: { kind: 'name', name: 'size' } as const, spare: 1 } },
    'struct string_t': { bytes: { spare: 2 } },
    size: { a: {} },
    plain: { b: {} },
  };
  const fields = fieldsByRecord(said, units);
  expect(fields['struct string_t']).toEqual({ bytes: { spare: 2 } });
  expect(fieldsByRecord({ string_t: said.string_t }, units)['struct string_t']).toEqual(
    said.string_t,
  );
  expect(Object.keys(fields)).toEqual(['string_t', 'struct string_t', 'size', 'plain']);
});
