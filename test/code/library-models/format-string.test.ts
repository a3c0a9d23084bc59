import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conversions } from '../../../src/code/library-models/format-string.ts';

const types = (format: string, scanning = false): string[] =>
  conversions(format, scanning).items.map((item) => item.type);

describe('the conversions of a format', () => {
  test('are found with their length', () => {
    const { items } = conversions('%d %5.2f %-10s %lu %zu %hhx');
    expect(items.map(({ type, length }) => length + type)).toEqual([
      'd',
      'f',
      's',
      'lu',
      'zu',
      'hhx',
    ]);
    expect(items.map(({ width }) => width)).toEqual([
      undefined,
      5,
      10,
      undefined,
      undefined,
      undefined,
    ]);
    expect(items[1]?.precision).toBe(2);
  });

  test('a star takes an argument of its own', () => {
    expect(conversions('%*d').items[0]?.stars).toBe(1);
    expect(conversions('%.*s').items[0]?.stars).toBe(1);
    expect(conversions('%*.*f').items[0]?.stars).toBe(2);
  });

  test('an empty precision is zero', () => {
    expect(conversions('%.s').items[0]?.precision).toBe(0);
  });

  test('a doubled percent sign is one character', () => {
    expect(conversions('100%%')).toEqual({ items: [], literalLength: 4 });
  });

  test('text between them is counted', () => {
    expect(conversions('a %d b').literalLength).toBe(4);
    expect(conversions('').literalLength).toBe(0);
  });

  test('scanf has sets, widths, suppressed fields and allocation', () => {
    const { items } = conversions('%63[^\n] %ms %*d %[]abc]', true);
    expect(items.map((item) => [item.type, item.width, item.allocates, item.stars])).toEqual([
      ['[', 63, false, 0],
      ['s', undefined, true, 0],
      ['d', undefined, false, 1],
      ['[', undefined, false, 0],
    ]);
    expect(types('%d%%%s', true)).toEqual(['d', 's']);
  });
});

describe('the longest text of a number', () => {
  const longest = (format: string): number | undefined => conversions(format).items[0]?.longest;

  test('has room for each integer of the type, with its sign', () => {
    expect(longest('%d')).toBe('-2147483648'.length);
    expect(longest('%ld')).toBe('-9223372036854775808'.length);
    expect(longest('%hhd')).toBe('-128'.length);
    expect(longest('%hd')).toBe('-32768'.length);
    expect(longest('%c')).toBe(1);
  });

  test('is never below what a number prints as', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const unsigned = number >>> 0;
        expect(longest('%d') ?? 0).toBeGreaterThanOrEqual(String(number).length);
        expect(longest('%u') ?? 0).toBeGreaterThanOrEqual(String(unsigned).length);
        expect(longest('%x') ?? 0).toBeGreaterThanOrEqual(unsigned.toString(16).length);
        expect(longest('%o') ?? 0).toBeGreaterThanOrEqual(unsigned.toString(8).length);
      }),
    );
  });
});
