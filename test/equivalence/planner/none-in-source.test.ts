import { describe, expect, test } from '@jest/globals';
import { noneInSource } from '../../../src/equivalence/planner/none-in-source.ts';

const INT = { bits: 32, signed: true };
const SIZE = { bits: 64, signed: false };
const CONSTANTS = new Map([
  ['NO_LIMIT', 7n],
  ['MODE_FAST', 2n],
]);
const parameter = { name: 'max', isField: false };
const field = { name: 'limit', isField: true };

describe('the number that stands for nothing', () => {
  test.each([
    ['compared with -1', 'if (max == -1) return 0;', INT, -1n],
    ['asked whether it is negative', 'if (max < 0) return 0;', INT, -1n],
    ['asked whether it is not negative', 'return max >= 0 && n > max;', INT, -1n],
    ['asked whether it is there', 'if (max && n > max) return 0;', INT, 0n],
    ['asked before one of two values', 'return max ? max : 80;', INT, 0n],
    ['beside a comparison', 'return max >= 0 && n > max ? max : n;', INT, -1n],
    ['asked with a negation', 'if (!max) max = 80;', INT, 0n],
    ['compared with zero', 'if (max == 0 || n < max) n++;', SIZE, 0n],
    ['more than zero', 'while (max > 0 && n > max) n--;', INT, 0n],
    ['the largest of its type', 'if (max == SIZE_MAX) return n;', SIZE, 2n ** 64n - 1n],
    ['-1 of its type', 'if (max != (size_t)-1) return n;', SIZE, 2n ** 64n - 1n],
    ['a constant that is called so', 'if (max == NO_LIMIT) return n;', INT, 7n],
  ])('%s', (_, text, type, none) => {
    expect(noneInSource([text], parameter, type, CONSTANTS)).toBe(none);
  });

  test.each([
    ['nothing compares it', 'return max + 1;'],
    ['another number', 'if (max == 3) return 1;'],
    ['a constant of another name', 'if (max == MODE_FAST) return 1;'],
    ['two of them', 'if (max == 0) return 1; if (max < 0) return 2;'],
    ['a field of that name', 'if (b->max == 0) return 1;'],
    ['a longer name', 'if (!maximum) return 1;'],
    ['a call', 'if (!max(a, b)) return 1;'],
  ])('is not told: %s', (_, text) => {
    expect(noneInSource([text], parameter, INT, CONSTANTS)).toBeUndefined();
  });

  test('of a field is told by all functions', () => {
    const texts = ['b->limit = limit;', 'if (b->limit && n > b->limit) return 1;'];
    expect(noneInSource(texts, field, SIZE, CONSTANTS)).toBe(0n);
    expect(noneInSource(['if (limit == 0) return 1;'], field, SIZE, CONSTANTS)).toBeUndefined();
    expect(noneInSource(['if (!all[i].limit) return 1;'], field, SIZE, CONSTANTS)).toBe(0n);
  });
});
