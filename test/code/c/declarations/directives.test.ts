import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDirectives } from '../../../../src/code/c/declarations/directives.ts';

/** The guards of the macros of a text, by their bodies. */
function guards(text: string): Record<string, string> {
  return Object.fromEntries(readDirectives(text).macros.map(({ body, guard }) => [body, guard]));
}

test('a definition knows what it stands under', () => {
  const text = `#define N 1
#ifdef A
# define N 2
# if B && C
#  define N 3
# elif D
#  define N 4
# else
#  define N 5
# endif
#else
#define N 6
#endif
#define N 7
`;
  expect(guards(text)).toEqual({
    1: '',
    2: 'defined(A)',
    3: 'defined(A) && (B && C)',
    4: 'defined(A) && (!(B && C)) && (D)',
    5: 'defined(A) && (!(B && C)) && (!(D))',
    6: '!(defined(A))',
    7: '',
  });
});

test('what keeps a header from being read twice is no condition, nor what gives a default', () => {
  expect(guards('#ifndef H /* once */\n\n#define H 0\n#define A 1\n#endif\n')).toEqual({
    0: '',
    1: '',
  });
  expect(guards('#if !defined(N)\n#define N 8\n#endif\n')).toEqual({ 8: '' });
  expect(guards('#ifndef H\n#define OTHER 2\n#endif\n')).toEqual({ 2: '!defined(H)' });
});

test('what is off is left out', () => {
  expect(
    guards('#if 0\n#define A 1\n#ifdef B\n#define A 2\n#endif\n#else\n#define A 3\n#endif\n'),
  ).toEqual({
    3: '',
  });
});

test('strings, comments and literals hold no directives', () => {
  const text = `/*
#define A 1
*/
char *s = "\\
#define A 2";
// #define A 3 \\
#define A 4 // '
char c = '"';
#define A 5
`;
  // The fourth is the second line of a comment: lines are joined before comments are seen.
  expect(guards(text)).toEqual({ 5: '' });
});

test('a comment may stand before a directive, a digraph for its sign, and a splice in its word', () => {
  expect(guards('/* */ #define A 1\n%:define A 2\n#def\\\nine A 3\n')).toEqual({
    1: '',
    2: '',
    3: '',
  });
});

test('any number of comments may stand in a directive, also where no word follows', () => {
  const comments = '/**//* **/ '.repeat(60);
  expect(guards(`#${comments}define A 1\n`)).toEqual({ 1: '' });
  expect(guards(`#${comments}1\n#define A 1\n`)).toEqual({ 1: '' });
});

test('an offset has the guard of the text around it', () => {
  const text = 'int a;\n#if X\nint b;\n#else\nint c;\n#endif\nint d;\n';
  const { guardAt } = readDirectives(text);
  const at = (name: string) => readDirectives(text).guardAt(text.indexOf(`int ${name}`));
  expect(['a', 'b', 'c', 'd'].map(at)).toEqual(['', 'X', '!(X)', '']);
  expect(typeof guardAt).toBe('function');
});

test('the lines of the branches are counted for the settings', () => {
  const text = '#ifdef A\n1\n2\n3\n#else\n1\n#endif\n#if !defined(A) && B\n1\n2\n#endif\n';
  expect(Object.fromEntries(readDirectives(text).settings)).toEqual({
    A: { on: 3, off: 3 },
    B: { on: 2, off: 0 },
  });
});

test('any text is read', () => {
  const piece = fc.constantFrom(
    '#if A\n',
    '#else\n',
    '#elif B\n',
    '#endif\n',
    '#define X(a) a\n',
    '#define\n',
    '"',
    "'",
    '/*',
    '*/',
    '//',
    '\\\n',
    '\n',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const read = readDirectives(text);
      for (let at = 0; at <= text.length; at += 1) expect(typeof read.guardAt(at)).toBe('string');
      for (const { on, off } of read.settings.values())
        expect(Math.min(on, off)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('what the file takes back of its headers is known by its first place', () => {
  const text = '#undef write\nint a;\n#undef write\n#define own 1\n#undef own\n';
  expect([...readDirectives(text).undefinedFrom]).toEqual([['write', 0]]);
});

test('the condition of a branch names at most 200 branches before it, and none twice', () => {
  const chain = (names: readonly string[]) =>
    readDirectives(
      `#if A\n${names.map((name) => `#elif ${name}\n`).join('')}#define LAST 1\n#endif\n`,
    ).macros[0]?.guard.split(' && ');
  expect(chain(['B', 'B', 'B', 'C'])).toEqual(['!(A)', '(!(B))', '(C)']);
  const names = Array.from({ length: 5000 }, (_, index) => `B${index}`);
  const guard = chain(names);
  expect(guard).toHaveLength(201);
  expect([guard?.[0], guard?.at(-1)]).toEqual(['!(A)', '(B4999)']);
});
