import { describe, expect, test } from '@jest/globals';
import { constantsOf } from '../../../../src/equivalence/inputs/values/constants.ts';
import { lower } from '../../../support/c-code.ts';

const CODE = `
#define LIMIT 300
#define MASK(n) ((1u << (n)) - 1)
enum state { START, BODY = 17 };
static const char *const months[] = { "Jan", "Feb" };
static const unsigned table[256] = { 1, 2, 3 };
static const unsigned char mark[4] = { 0x89, 'P', 'N', 'G' };
static int helper(const char *s) { return s[0] == 'z' ? 77 : -5; }
unsigned long f(const char *s, int n, double x, enum state at) {
  char buffer[48];
  if (n > LIMIT || at == BODY) return MASK(12);
  switch (n) { case 1000: return 0x0123456789abcdefUL; case 'q': return 1; }
  if (x < 2.5) return helper(s) + strchr(s, '\\t') + table[n & 0xff] + mark[n & 3];
  return strcmp(s, months[0]) == 0 ? sizeof buffer : 14695981039346656037ULL;
}
int other(void) { return 987654; }
`;

describe('the constants of a function', () => {
  const constants = constantsOf(lower(CODE), 'f');

  test.each([
    ['a macro', 300n],
    ['a computed macro', 4095n],
    ['an enum constant', 17n],
    ['a case label', 1000n],
    ['an array size', 48n],
    ['those of what it calls', 77n],
    ['a negative', -5n],
    ['64 bits in hexadecimal', 0x0123456789abcdefn],
    ['64 bits in decimal', 14695981039346656037n],
  ])('have %s', (_, value) => {
    expect(constants.integers).toContain(value);
  });

  test('have what is compared first', () => {
    const { integers } = constants;
    expect(integers.indexOf(300n)).toBeLessThan(integers.indexOf(48n));
  });

  test('have characters, floats and the words of tables', () => {
    for (const character of ['z', 'q', '\t'])
      expect(constants.characters).toContain(character.charCodeAt(0));
    expect(constants.floats).toContain(2.5);
    expect(constants.words.map((word) => Buffer.from(word).toString())).toEqual(
      expect.arrayContaining(['Jan', 'Feb']),
    );
  });

  test('have the marks that formats begin with', () => {
    expect(constants.words.map((word) => [...word])).toContainEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  test('have none of a function that is not called', () => {
    expect(constants.integers).not.toContain(987654n);
  });
});

test('a function that is not there has none', () => {
  const { integers, words } = constantsOf(lower(CODE), 'missing');
  expect([...integers, ...words]).toEqual([]);
});

test('a literal past ASCII is kept as it may have been written', () => {
  const { words } = constantsOf(lower('int f(char *s) { return strcmp(s, "\\xe9"); }'), 'f');
  expect(words).toEqual([Uint8Array.of(0xe9), Uint8Array.of(0xc3, 0xa9)]);
});

test('bytes compared beside each other are a word', () => {
  const code =
    "int f(const unsigned char *s, int n) { if (n < 4 || s[0] != 0x1f || 'K' != s[1]) return 0;" +
    'switch (s[2]) { case 8: return 1; } return s[n] == 3 && s[9] == 7; }';
  expect(constantsOf(lower(code), 'f').words).toEqual([Uint8Array.of(0x1f, 0x4b)]);
  const alone = 'int f(const char *s) { return s[0] == 1 || s[2] == 2; }';
  expect(constantsOf(lower(alone), 'f').words).toEqual([]);
});

test('the names of errors are no inputs', () => {
  const code =
    '#include <errno.h>\nint f(int n) { if (errno != EEXIST || n == -ERANGE) return -EINVAL; return n == 17 + 4; }';
  const { integers, characters } = constantsOf(lower(code), 'f');
  expect([...integers].sort()).toEqual([17n, 21n, 4n]);
  expect(characters).toEqual([21]);
});

describe('tables', () => {
  const numbers = Array.from({ length: 40 }, (_, at) => `{ ${1000 + at * 10}, ${1005 + at * 10} }`);
  const code = `
struct range { unsigned low, high; };
static const struct range letters[] = { ${numbers.join(', ')} };
static const struct range few[] = { { 7001, 7002 } };
int f(unsigned c) { return letters[c & 1].low; }
int g(unsigned c) { return MACRO_OF_A_HEADER(c); }
`;

  test('that are long are tried one by one', () => {
    const { integers, tabled } = constantsOf(lower(code), 'f');
    expect(tabled).toHaveLength(80);
    expect(tabled.slice(0, 3)).toEqual([1000n, 1005n, 1010n]);
    expect(integers).not.toContain(1010n);
  });

  test('that macros of headers name are told by who knows them', () => {
    expect(constantsOf(lower(code), 'g').integers).not.toContain(7002n);
    expect(constantsOf(lower(code), 'g', ['few']).integers).toContain(7002n);
    expect(constantsOf(lower(code), 'g', ['letters']).tabled).toContain(1395n);
  });
});
