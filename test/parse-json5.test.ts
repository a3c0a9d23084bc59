import { expect, jest, test } from '@jest/globals';
import { parseJson5 } from '../src/parse-json5.ts';

test('a line separator in a string is read, and nothing is printed', () => {
  const warned = jest.spyOn(console, 'warn');
  expect(parseJson5(`{a: "b\u2028c", 'd\u2029': '\\\u2028e', /* "\u2028 */ f: 1}\u2028`)).toEqual({
    ...{ a: 'b\u2028c', 'd\u2029': 'e', f: 1 },
  });
  expect(parseJson5(`["\\n// \u2028", '\\n/* \u2029 */']`)).toEqual([
    '\n// \u2028',
    '\n/* \u2029 */',
  ]);
  expect(() => parseJson5('{"a\u2028')).toThrow(SyntaxError);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test('any other text is read as it is', () => {
  expect(parseJson5("{a: 'b', // c\n d: .5, }")).toEqual({ a: 'b', d: 0.5 });
  expect(() => parseJson5('{')).toThrow('JSON5: ');
});
