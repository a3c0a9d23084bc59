import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lex } from '../../../src/code/syntax/lexer.ts';

function texts(source: string): string[] {
  return lex(source).map(({ text }) => text);
}

describe('lex', () => {
  test('leaves out comments and spaces', () => {
    expect(texts('a/*b*/c // d\n e /* f')).toEqual(['a', 'c', 'e']);
  });

  test('a quote in a comment opens nothing, nor does a comment in a string', () => {
    expect(texts('/* " */ x = "/*"; // "\ny = \'"\';')).toEqual([
      ...['x', '=', '"/*"', ';', 'y', '=', `'"'`, ';'],
    ]);
  });

  test('a raw string ends with its own delimiter alone', () => {
    expect(texts('R"x()" } )x" + u8R"(a"b)"')).toEqual(['R"x()" } )x"', '+', 'u8R"(a"b)"']);
  });

  test('joins spliced lines, also within a word and the sign of a comment', () => {
    expect(lex('str\\\ncpy(a) /\\\n/ b \\\n c\nd')).toEqual([
      { kind: 'word', text: 'strcpy', start: 0, end: 8 },
      { kind: 'sign', text: '(', start: 8, end: 9 },
      { kind: 'word', text: 'a', start: 9, end: 10 },
      { kind: 'sign', text: ')', start: 10, end: 11 },
      { kind: 'word', text: 'd', start: 24, end: 25 },
    ]);
  });

  test('reads digraphs as what they mean', () => {
    expect(texts('a<:0:> <% %> std<::b>')).toEqual([
      ...['a', '[', '0', ']', '{', '}', 'std', '<', '::', 'b', '>'],
    ]);
  });

  test('a directive is one token, with the lines that it goes on over', () => {
    expect(texts('/**/ # define A(x) { \\\n x /* \n */ }\n%:if 0\nb # c')).toEqual([
      ...['# define A(x) {  x /* \n */ }', '%:if 0', 'b', '#', 'c'],
    ]);
  });

  test('a character with a digit separator is part of the number', () => {
    expect(texts("1'000 + 0x1p-3 + .5f + 'a'")).toEqual([
      ...["1'000", '+', '0x1p-3', '+', '.5f', '+', "'a'"],
    ]);
  });

  test('what is not closed ends with its line', () => {
    expect(texts('"a\nb \'c\nd')).toEqual(['"a', 'b', "'c", 'd']);
  });

  test('tokens stand in order, do not overlap, and hold all that is no space or comment', () => {
    const part = fc.constantFrom(
      ...['a', '1', '"s"', "'c'", '{', '}', '(', ')', '/* c */', '// l\n', '\\\n', '\n', ' '],
      ...['#if X\n', 'R"(', ')"', '"', "'", '<%', '/', '*', '\\', '\0', '\u{1F600}', 'é'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const source = parts.join('');
        let last = 0;
        for (const { start, end } of lex(source)) {
          expect(source.slice(last, start)).toMatch(
            /^(?:\s|\\[ \t]*\n|\/\/[\s\S]*|\/\\?\n?\*[\s\S]*)*$/,
          );
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(source.length);
      }),
      { seed: 17 },
    );
  });
});
