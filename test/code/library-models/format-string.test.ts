import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conversions, longestNumber } from '../../../src/code/library-models/format-string.ts';

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
  const ANY = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  const longest = (format: string, { lo, hi } = ANY): number => {
    const [item] = conversions(format).items;
    if (item === undefined) throw new Error(`${format} has no conversion`);
    return longestNumber(item, { lo, hi });
  };

  test.each([
    ['%d', '-2147483648'],
    ['%i', '-2147483648'],
    ['%u', '4294967295'],
    ['%x', 'ffffffff'],
    ['%X', 'FFFFFFFF'],
    ['%o', '37777777777'],
    ['%#x', '0xffffffff'],
    ['%#o', '037777777777'],
    ['%ld', '-9223372036854775808'],
    ['%zu', '18446744073709551615'],
    ['%llx', 'ffffffffffffffff'],
    ['%jo', '1777777777777777777777'],
    ['%hd', '-32768'],
    ['%hu', '65535'],
    ['%hx', 'ffff'],
    ['%hhd', '-128'],
    ['%hhu', '255'],
    ['%hho', '377'],
    ['%.14d', '-00002147483648'],
    ['%.14u', '00004294967295'],
    ['%.3d', '-2147483648'],
    ['%c', 'c'],
    ['%p', '0xffffffffffffffff'],
    ['%f', `-${'9'.repeat(309)}.123456`],
    ['%.2f', `-${'9'.repeat(309)}.12`],
  ])('%s is that of %s', (format, text) => {
    expect(longest(format)).toBe(text.length);
  });

  test.each([
    ['%d', 0, 9, '9'],
    ['%d', 0, 10, '10'],
    ['%d', -1, 9, '-1'],
    ['%d', -99, 100, '-99'],
    ['%d', -99, -9, '-99'],
    ['%d', 0, 99_999_999_999, '-2147483648'],
    ['%hhd', 0, 128, '-128'],
    ['%hhd', 0, 127, '127'],
    ['%+d', 0, 9, '+9'],
    ['% d', 0, 9, ' 9'],
    ['%+d', -99, 9, '-99'],
    ['%+u', 0, 9, '9'],
    ['%u', 0, 9, '9'],
    ['%u', -1, 9, '4294967295'],
    ['%x', 0, 15, 'f'],
    ['%x', 0, 16, '10'],
    ['%x', -1, 15, 'ffffffff'],
    ['%#x', 0, 15, '0xf'],
    ['%#d', 0, 9, '9'],
    ['%o', 0, 8, '10'],
    ['%.4d', 0, 9, '0009'],
    ['%.4d', -9, 9, '-0009'],
    ['%lx', 0, 2 ** 64, 'ffffffffffffffff'],
  ])('%s of %d to %d is that of %s', (format, lo, hi, text) => {
    expect(longest(format, { lo, hi })).toBe(text.length);
  });

  test('is never below what a number of a range prints as, and that of one of its ends', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (one, other) => {
        const [lo, hi] = [Math.min(one, other), Math.max(one, other)];
        expect(longest('%d', { lo, hi })).toBe(Math.max(`${lo}`.length, `${hi}`.length));
        const to = hi >>> 0;
        expect(longest('%u', { lo: 0, hi: to })).toBe(`${to}`.length);
        expect(longest('%x', { lo: 0, hi: to })).toBe(to.toString(16).length);
        expect(longest('%o', { lo: 0, hi: to })).toBe(to.toString(8).length);
      }),
    );
  });
});
