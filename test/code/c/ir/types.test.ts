import { describe, expect, test } from '@jest/globals';
import {
  arithmeticType,
  CHAR,
  DOUBLE,
  INT,
  isCharLike,
  isPointerLike,
  LONG,
  namedType,
  pointee,
  promoted,
  type RecordType,
  SIZE,
  sizeOf,
  typeOfWords,
  UINT,
  VOID_POINTER,
} from '../../../../src/code/c/ir/types.ts';
import { lower } from '../../../support/c-code.ts';

/** The size of a struct or union by its fields. */
function sizeOfRecord(fields: string, keyword = 'struct'): number | undefined {
  const { symbols } = lower(`typedef struct { int n; char c; } pair; ${keyword} s { ${fields} };`);
  return symbols.sizeOf({ kind: 'record', name: 's' });
}

describe('type names', () => {
  test('mean the same in any order of their words', () => {
    expect(typeOfWords(['long', 'unsigned', 'int'])).toEqual(SIZE);
    expect(typeOfWords(['unsigned'])).toEqual(UINT);
    expect(typeOfWords(['short', 'int'])).toEqual({ kind: 'int', bits: 16, signed: true });
    expect(typeOfWords(['long', 'double'])).toEqual(DOUBLE);
  });

  test('of the standard headers are known, with and without std::', () => {
    expect(namedType('size_t')).toEqual(SIZE);
    expect(namedType('std::uint8_t')).toEqual({ kind: 'int', bits: 8, signed: false });
    expect(namedType('int_fast16_t')).toEqual({ kind: 'int', bits: 16, signed: true });
    expect(namedType('my_type')).toBeUndefined();
  });
});

describe('sizes', () => {
  test.each([
    ['char a; int b;', 8],
    ['int b; char a;', 8],
    ['char a; char b; short c;', 4],
    ['char a; double d; char b;', 24],
    ['char name[13]; int x;', 20],
    ['char *p; char c;', 16],
    ['pair p[3];', 24],
    ['short s; pair p;', 12],
    ['', 0],
  ])('struct { %s } has %d bytes', (fields, size) => {
    expect(sizeOfRecord(fields)).toBe(size);
  });

  test('a union is as large as its largest member, rounded up', () => {
    expect(sizeOfRecord('char text[9]; int n;', 'union')).toBe(12);
  });

  test('of what is not declared are not guessed', () => {
    expect(sizeOfRecord('struct elsewhere e;')).toBeUndefined();
    expect(sizeOf({ kind: 'array', of: INT, length: undefined }, () => undefined)).toBeUndefined();
  });

  test('a struct that contains itself does not send anybody round in circles', () => {
    const record: RecordType = {
      name: 'r',
      union: false,
      fields: [{ name: 'r', type: { kind: 'record', name: 'r' } }],
    };
    expect(sizeOf({ kind: 'record', name: 'r' }, () => record)).toBeUndefined();
  });
});

describe('conversions', () => {
  test('small types become int', () => {
    expect(promoted(CHAR)).toEqual(INT);
    expect(promoted({ kind: 'int', bits: 16, signed: false })).toEqual(INT);
    expect(promoted(UINT)).toEqual(UINT);
  });

  test('the wider type wins, and unsigned among equals', () => {
    expect(arithmeticType(INT, UINT)).toEqual(UINT);
    expect(arithmeticType(LONG, UINT)).toEqual(LONG);
    expect(arithmeticType(LONG, SIZE)).toEqual(SIZE);
    expect(arithmeticType(CHAR, CHAR)).toEqual(INT);
    expect(arithmeticType(INT, DOUBLE)).toEqual(DOUBLE);
  });
});

test('arrays and pointers both lead to an element', () => {
  expect(pointee({ kind: 'array', of: CHAR, length: 3 })).toEqual(CHAR);
  expect(pointee(INT)).toBeUndefined();
  expect([isPointerLike(VOID_POINTER), isPointerLike(INT)]).toEqual([true, false]);
  expect([isCharLike(CHAR), isCharLike(INT), isCharLike(undefined)]).toEqual([true, false, false]);
});
