import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  evaluateLength,
  type LengthExpression,
  lengthText,
  namesInLength,
  parseLength,
  withNames,
} from '../../../src/equivalence/cases/length-expression.ts';

const expressions = fc.letrec<{ any: LengthExpression }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('number' as const), value: fc.bigInt(0n, 1n << 62n) }),
    fc.record({ kind: fc.constant('name' as const), name: fc.constantFrom('n', 'size', '_a1') }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('+', '-', '*', '/', '%', '<<', '>>'),
      left: tie('any'),
      right: tie('any'),
    }),
  ),
})).any;

describe('a length expression', () => {
  test('is read as it is printed', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const text = lengthText(expression);
        fc.pre(text.length <= 200);
        expect(parseLength(text)).toEqual(expression);
      }),
    );
  });

  test('has a 64-bit value whatever its names stand for', () => {
    fc.assert(
      fc.property(expressions, fc.bigInt(-(1n << 64n), 1n << 64n), (expression, value) => {
        const result = evaluateLength(expression, () => value);
        expect(BigInt.asIntN(64, result)).toBe(result);
      }),
    );
  });

  test('is read or refused, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 220 }), (text) => {
        const read = parseLength(text);
        if (read !== undefined) expect(text).toMatch(/^[\w\s()+\-*/%<>]+$/);
      }),
    );
  });

  test.each([
    ['(size + 7) / 8', 9n, 2n],
    ['size + 7 >> 3', 8n, 1n],
    ['size * 2 - 1 - 1', 5n, 8n],
    ['1 << size % 4', 6n, 4n],
    ['0x10UL + 010', 0n, 24n],
    ['size / 0 + size % 0 + (size << 64)', 3n, 0n],
    ['size * size', 1n << 62n, (1n << 63n) - 1n],
    ['0 - size', 3n, -3n],
  ])('%s with %s gives %s', (text, size, result) => {
    const read = parseLength(text);
    expect(read && evaluateLength(read, () => size)).toBe(result);
  });

  test.each([
    '',
    '()',
    'a +',
    '+ a',
    '(a',
    'a)',
    'a b',
    'f(a)',
    '1a',
    '08',
    'a ? b : c',
    'a.b',
    '-1',
  ])('is not %j', (text) => {
    expect(parseLength(text)).toBeUndefined();
  });

  test('tells its names, and takes others', () => {
    const read = parseLength('(rows * columns + rows) / 8');
    if (read === undefined) throw new Error('not read');
    expect(namesInLength(read)).toEqual(['rows', 'columns']);
    const other = withNames(read, (name) => name.slice(0, 1));
    expect(lengthText(other)).toBe('((r * c) + r) / 8');
  });
});
