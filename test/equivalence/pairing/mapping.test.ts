import { describe, expect, test } from '@jest/globals';
import { parseMapping } from '../../../src/equivalence/pairing/mapping.ts';

describe('a mapping', () => {
  test('is read from JSON5', () => {
    const mapping = parseMapping(`{
      // the C takes a pointer and a length
      rust: { self: 'set', bytes: 'data' },
      c: { cap: { role: 'length', of: 'data' }, alloc: { role: 'constant', value: null } },
      result: {
        ok: { tuple: ['*out', { buffer: 'text', length: '*length' }] },
        errors: [{ error: 'ParseError::Empty', return: -1 }, { error: '_', return: '-2' }],
      },
    }`);
    expect(mapping.rust).toEqual({ self: 'set', bytes: 'data' });
    expect(mapping.c['cap']).toEqual({ role: 'length', of: 'data' });
    expect(mapping.result).toEqual({
      ok: { tuple: ['out', { buffer: 'text', length: 'length' }] },
      errors: [
        { error: 'ParseError::Empty', return: -1n },
        { error: '_', return: -2n },
      ],
    });
  });

  test('takes a number of elements as a number or as text', () => {
    const { c } = parseMapping(`{ c: {
      a: { role: 'elements', length: '4' }, b: { role: 'elements', length: 4 },
      d: { role: 'output', room: '8' }, e: { role: 'elements', length: 'n' },
    } }`);
    expect(c).toMatchObject({
      a: { length: 4 },
      b: { length: 4 },
      d: { room: 8 },
      e: { length: 'n' },
    });
    expect(() => parseMapping("{ c: { d: { role: 'output', room: '0' } } }")).toThrow('c.d.room');
  });

  test('may be empty', () => {
    expect(parseMapping('{}')).toEqual({ rust: {}, c: {}, records: {} });
  });

  test.each([
    ['{', 'no JSON5'],
    ['{ rust: { a: "b; system()" } }', 'rust.a'],
    ['{ c: { a: { role: "caller" } } }', 'c.a.role'],
    ['{ result: { ok: "return", errors: [{ error: "{ panic!() }", return: 1 }] } }', 'result'],
    ['{ other: 1 }', 'other'],
    ['{ result: { ok: "return", errors: [{ error: "_", return: 1, errno: "EWHAT" }] } }', 'result'],
  ])('that does not fit is a problem with its place: %s', (text, place) => {
    expect(() => parseMapping(text)).toThrow(place);
  });
});
