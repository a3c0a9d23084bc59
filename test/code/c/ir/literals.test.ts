import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unescaped } from '../../../../src/code/c/ir/escapes.ts';
import { characterOf, numberOf, stringOf } from '../../../../src/code/c/ir/literals.ts';

describe('numbers', () => {
  test.each([
    ['0', 0],
    ['42', 42],
    ['0x1F', 31],
    ['0XfUL', 15],
    ['017', 15],
    ['0b101', 5],
    ["1'000'000", 1000000],
    ['10ull', 10],
    ['0xFEu', 254],
    ['1e3', 1000],
    ['2.5f', 2.5],
    ['-0x10', -16],
    ['-017', -15],
    ['+9', 9],
    ['-2.5', -2.5],
  ])('reads %s', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });

  test('gives nothing for what is no number', () => {
    expect(numberOf('abc')).toBeUndefined();
  });

  test('reads every integer in each base, with any suffix', () => {
    const suffix = fc.constantFrom('', 'u', 'L', 'ul', 'LL', 'ULL');
    fc.assert(
      fc.property(fc.nat(), suffix, (value, end) => {
        expect(numberOf(`${value}${end}`)).toBe(value);
        expect(numberOf(`0x${value.toString(16)}${end}`)).toBe(value);
        expect(numberOf(`0${value.toString(8)}${end}`)).toBe(value);
        expect(numberOf(`0b${value.toString(2)}${end}`)).toBe(value);
      }),
    );
  });
});

describe('characters', () => {
  test.each([
    ["'a'", 97],
    [String.raw`'\n'`, 10],
    [String.raw`'\0'`, 0],
    [String.raw`'\x41'`, 65],
    [String.raw`'\101'`, 65],
    [String.raw`'\\'`, 92],
    [String.raw`'\''`, 39],
    ["L'x'", 120],
    ["u8'y'", 121],
  ])('reads %s', (text, value) => {
    expect(characterOf(text)).toBe(value);
  });
});

describe('strings', () => {
  test.each([
    ['"abc"', 'abc'],
    ['L"abc"', 'abc'],
    [String.raw`"a\tb\"c"`, 'a\tb"c'],
    ['"a\\\nb"', 'ab'],
    ['R"(a\\n"b)"', 'a\\n"b'],
    ['R"x(a)")x"', 'a)"'],
    ['""', ''],
  ])('reads %s', (text, value) => {
    expect(stringOf(text)).toBe(value);
  });

  test('escapes of every character are undone', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const octal = [...text].map((unit) => {
          const code = unit.charCodeAt(0);
          return unit.length === 1 && code < 256 ? `\\${code.toString(8).padStart(3, '0')}` : unit;
        });
        expect(unescaped(octal.join(''))).toBe(text);
      }),
    );
  });
});
