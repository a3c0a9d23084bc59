import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  applyBinary,
  constantOf,
  knownNumber,
  wrapToType,
} from '../../../../src/code/c/ir/constants.ts';
import { BOOL, CHAR, INT, LONG, SIZE, UINT } from '../../../../src/code/c/ir/types.ts';
import { lower } from '../../../support/c-code.ts';
import { printExpr } from '../../../support/c-program.ts';
import { constantExpressions } from '../../../support/c-program-arbitrary.ts';
import { valueOfConstant } from '../../../support/c-program-run.ts';

/** The value of an expression in a text, as the initialiser of a global. */
function constant(text: string, before = ''): number | undefined {
  const init = lower(`${before}\nlong value = ${text};`).globals.at(-1)?.init;
  return init === undefined ? undefined : constantOf(init);
}

test.each([
  ['static const int limit = 64; ', 'limit - 1', 63],
  ['static const unsigned char limit = 300; ', 'limit', 44],
  ['const int half = 8; const int limit = 2 * half; ', 'limit', 16],
  ['static int limit = 64; ', 'limit', undefined],
  ['extern const int limit; ', 'limit', undefined],
  ['static const volatile int limit = 64; ', 'limit', undefined],
  ['int next(void); static const int limit = next(); ', 'limit', undefined],
])('with %s the number %s is known', (before, text, value) => {
  const init = lower(`${before}\nlong value = ${text};`).globals.at(-1)?.init;
  expect(init && knownNumber(init)).toBe(value);
  // A constant expression of C names no variable.
  expect(init && constantOf(init)).toBeUndefined();
});

describe('a constant expression', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 << 4) - 1', 15],
    ['-7 / 2', -3],
    ['-7 % 3', -1],
    ['~0', -1],
    ['~0u', 4294967295],
    ['-1u', 4294967295],
    ['(unsigned char)300', 44],
    ['(signed char)200', -56],
    ['(_Bool)42', 1],
    ['-1 < 0u', 0],
    ['(unsigned)-1 > 5', 1],
    ['1 ? 2 : 3', 2],
    ['0 ? 2 : 3', 3],
    ['!5', 0],
    ['sizeof(int) * 4', 16],
    ['sizeof(char *)', 8],
    ["'a' + 1", 98],
    ['INT_MAX', 2147483647],
  ])('%s', (text, value) => {
    expect(constant(text)).toBe(value);
  });

  test('uses enumerators and macros', () => {
    expect(constant('TWO + N', 'enum { ONE = 1, TWO };\n#define N (3 * TWO)')).toBe(8);
  });

  test.each(['x', 'f(1)', '1 / 0', '1 % 0', '1 << 100'])('%s is none', (text) => {
    expect(constant(text)).toBeUndefined();
  });

  test('has the value that C gives it', () => {
    fc.assert(
      fc.property(constantExpressions, (expr) => {
        const expected = valueOfConstant(expr);
        fc.pre(expected !== undefined);
        expect(constant(printExpr(expr))).toBe(Number(expected));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a number in a type', () => {
  test.each([
    [CHAR, 200, -56],
    [UINT, -1, 4294967295],
    [INT, 2147483648, -2147483648],
    [BOOL, 7, 1],
    [LONG, -5, -5],
  ])('%j holds %d as %d', (type, value, held) => {
    expect(wrapToType(type, value)).toBe(held);
  });

  test('is left alone where a double has no room for its digits', () => {
    expect(wrapToType(SIZE, 2 ** 64)).toBe(2 ** 64);
  });
});

test('operators agree with the language that the engine is written in', () => {
  const small = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(applyBinary('+', a, b)).toBe(a + b);
      expect(applyBinary('&', a, b)).toBe(a & b);
      expect(applyBinary('|', a, b)).toBe(a | b);
      expect(applyBinary('^', a, b)).toBe(a ^ b);
      expect(applyBinary('<', a, b)).toBe(a < b ? 1 : 0);
      if (b !== 0)
        expect(Math.abs(applyBinary('/', a, b) ?? Number.NaN)).toBe(Math.abs(Math.trunc(a / b)));
    }),
  );
});
