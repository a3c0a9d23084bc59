import { expect, test } from '@jest/globals';
import { NotComparable } from '../../../src/equivalence/not-comparable.ts';
import { typeNamed } from '../../../src/equivalence/planner/c-type-named.ts';

const RECORDS = new Map(
  ['struct point', 'line_t'].map((name, at) => {
    const record = { id: `id ${at}`, name, tag: 'struct', fields: [] } as const;
    return [record.id, record] as const;
  }),
);

test.each([
  [8, false, 'unsigned char, uint8_t'],
  [8, true, 'char, signed char, int8_t'],
  [16, false, 'unsigned short, unsigned short int, uint16_t, char16_t'],
  [16, true, 'short, short int, int16_t'],
  [32, false, 'unsigned, unsigned int, uint32_t, char32_t'],
  [32, true, 'int, int32_t, wchar_t'],
  [64, false, 'unsigned long, unsigned long int, unsigned long long, uint64_t, size_t, uintptr_t'],
  [64, true, 'long, long int, long long, long long int, int64_t, ssize_t, ptrdiff_t, intptr_t'],
])('integers of %d bits, signed: %s', (bits, signed, names) => {
  for (const name of names.split(', ')) {
    const type = { kind: 'integer', bits, signed, isCharacter: false };
    expect([name, typeNamed(name, RECORDS)]).toEqual([name, type]);
  }
});

test('other numbers, and records by both of their names, however they are spaced', () => {
  expect(typeNamed('float', RECORDS)).toEqual({ kind: 'float', bits: 32 });
  expect(typeNamed(' double ', RECORDS)).toEqual({ kind: 'float', bits: 64 });
  expect(typeNamed('unsigned   long\tint', RECORDS)).toMatchObject({ bits: 64, signed: false });
  expect(typeNamed('struct  point', RECORDS)).toEqual({ kind: 'record', id: 'id 0' });
  expect(typeNamed('line_t', RECORDS)).toEqual({ kind: 'record', id: 'id 1' });
  expect(typeNamed('id 1', RECORDS)).toEqual({ kind: 'record', id: 'id 1' });
});

test.each(['', 'void', 'struct', 'point', 'int *', 'my_int', 'unsigned float', 'long double'])(
  '%j is none, and that is said',
  (name) => {
    expect(() => typeNamed(name, RECORDS)).toThrow(NotComparable);
    expect(() => typeNamed(name, RECORDS)).toThrow(`the mapping says that ${name} is behind`);
  },
);
