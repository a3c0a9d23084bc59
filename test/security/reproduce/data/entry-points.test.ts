import { describe, expect, test } from '@jest/globals';
import { lowerUnit } from '../../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import type { DataInput } from '../../../../src/security/reproduce/data/data-input.ts';
import { entryPoints } from '../../../../src/security/reproduce/data/entry-points.ts';
import { Program } from '../../../../src/security/reproduce/data/program.ts';

const grammars = loadGrammars();

type Files = Readonly<Record<string, string>>;

/** The entry points of a function `f` of `a.c`, and why it is none itself. */
async function found(code: string, more: Files = {}) {
  const texts: Files = { 'a.c': code, ...more };
  const program = new Program({
    files: Object.keys(texts),
    text: (file) => texts[file] ?? '',
    async unit(file) {
      const text = texts[file];
      if (text === undefined) return undefined;
      return lowerUnit(await grammars.tree('c', text), 'c', await grammars.parser('c'));
    },
  });
  const cited = await program.function('a.c', 'f');
  if (cited === undefined) throw new Error('there is no f');
  return await entryPoints(cited, program);
}

/** What is given to the first entry point, in few words. */
async function inputsOf(code: string, more: Files = {}): Promise<string> {
  const { entries, why } = await found(code, more);
  const [first] = entries;
  if (first === undefined) return `none: ${why}`;
  return `${first.fn.name}(${first.inputs.map(words).join(', ')})`;
}

function words(input: DataInput): string {
  switch (input.kind) {
    case 'number': {
      const { least, most, excluded } = input.limits;
      const without = excluded.length === 0 ? '' : ` without ${excluded.join(' ')}`;
      return `${least}..${most}${without}`;
    }
    case 'fixed':
      return `= ${input.value}`;
    case 'literal':
      return `"${input.text}"`;
    case 'text':
      return 'text';
    case 'bytes':
      return `${input.isBlank ? 'blank ' : ''}bytes ${input.length.least}..${input.length.most}`;
    case 'room':
      return `room ${input.size}`;
    default:
      return `${input.kind} of ${input.of}`;
  }
}

describe('what a signature states', () => {
  test.each([
    [
      'int f(const unsigned char *p, unsigned long size) { return p[0]; }',
      'f(bytes 0..131072, length of 0)',
    ],
    [
      'int f(unsigned char n, const void *p) { return memcmp(p, "a", n); }',
      'f(length of 1, bytes 0..255)',
    ],
    [
      'int f(const char *text, int len) { return text[len - 1] == strlen(text); }',
      'f(text, length of 0)',
    ],
    ['int f(int len, const char *p) { return p[len]; }', 'f(length of 1, bytes 0..131072)'],
    [
      'int f(const char *p, const char *end) { return p < end ? *p : 0; }',
      'f(bytes 0..131072, end of 0)',
    ],
    [
      'int f(const int *values, int count) { return values[count - 1]; }',
      'f(bytes 0..32768, length of 0)',
    ],
    ['int f(const char *name) { return name[strlen(name) - 1]; }', 'f(text)'],
    ['int f(const char *name) { while (*name) name++; return 0; }', 'f(text)'],
    [
      'int f(char *to, unsigned long size) { to[size] = 0; return 0; }',
      'f(blank bytes 0..131072, length of 0)',
    ],
    ['int f(char *p, int len) { return p[len - 1] == 2; }', 'f(bytes 0..131072, length of 0)'],
    [
      'int f(const char *p, unsigned long n, int *out) { *out = p[n]; return 0; }',
      'f(bytes 0..131072, length of 0, room 4)',
    ],
    ['int f(unsigned level) { return level; }', 'f(0..4294967295)'],
    ['void f(char header[512]) { header[0] = 1; }', 'f(room 512)'],
  ])('%s', async (code, inputs) => {
    expect(await inputsOf(code)).toBe(inputs);
  });

  test.each([
    [
      'a key that nothing limits',
      'int f(const char *key) { return key[3]; }',
      /how much memory `key` has/,
    ],
    [
      'a position in memory',
      'int f(const char *p, int len, int off) { return p[off]; }',
      /`off` and the memory/,
    ],
    [
      'a position by its use',
      'int f(const char *p, int len, int k) { return p[k]; }',
      /`k` and the memory/,
    ],
    [
      'a number that only stands beside a text',
      'int f(const char *key, int n) { return strlen(key) + n; }',
      /`n` and the memory/,
    ],
    ['a descriptor', 'int f(int fd) { return fd; }', /outside of the data/],
    ['an enumeration', 'enum kind { A, B };\nint f(enum kind k) { return k; }', /no plain number/],
    [
      'a typedef of one',
      'typedef enum { A, B } kind;\nint f(kind k) { return k; }',
      /no plain number/,
    ],
    ['a callback', 'int f(int (*read)(void)) { return read(); }', /`read`/],
    [
      'a record',
      'struct s { char *p; };\nint f(struct s *s) { return s->p[0]; }',
      /no memory of numbers/,
    ],
    [
      'memory that is released',
      'void f(char *p, int len) { p[len] = 0; free(p); }',
      /may be released/,
    ],
    [
      'further arguments',
      'int f(const char *text, ...) { return strlen(text); }',
      /more than its parameters/,
    ],
  ])('%s is left alone', async (_what, code, why) => {
    expect(await inputsOf(code)).toMatch(why);
  });
});

describe('what callers of the tree give', () => {
  const F = 'static int f(const char *p, int len, unsigned k) { return k + p[len]; }\n';

  test('is what they are given, where they hand it on as it is', async () => {
    const code = `${F}int g(void *u, const char *s, int size) { return f(s, size, 3); }`;
    expect(await inputsOf(code)).toBe('f(bytes 0..131072, length of 0, = 3)');
  });

  test('is without what they leave with', async () => {
    const code = `${F}int g(void *u, const char *s, int size, unsigned k) {
      if (s == NULL || size <= 2) return 0;
      if (k > 9 || k == 4) return 1;
      return f(s, size, k); }`;
    expect(await inputsOf(code)).toBe('f(bytes 3..131072, length of 0, 0..9 without 4)');
  });

  test('is only what surely passes a test with several ways', async () => {
    const code = `${F}int g(void *u, const char *s, int size, unsigned k) {
      if (k < 10) return 0;
      if (!(size > 4 && size < 9)) return 0;
      return f(s, size, k); }`;
    expect(await inputsOf(code)).toBe('f(bytes 5..8, length of 0, 10..4294967295)');
  });

  test.each([
    ['nobody calls it', ''],
    [
      'the caller has looked at the memory',
      'int g(void *u, const char *s, int size) { if (s[0] != 2) return 0; return f(s, size, 3); }',
    ],
    [
      'another function has',
      'int ok(const char *s);\nint g(void *u, const char *s, int size) { if (!ok(s)) return 0; return f(s, size, 3); }',
    ],
    [
      'the caller remembers a test',
      'int g(void *u, const char *s, int size) { int bad = 0; if (size > 9) bad = 1; if (bad) return 0; return f(s, size, 3); }',
    ],
    [
      'the caller tests one of two things',
      'int g(void *u, const char *s, int size) { if (size > 9 && u) return 0; return f(s, size, 3); }',
    ],
    [
      'the caller compares with something unknown',
      'int g(struct b *u, const char *s, int size) { if (size > u->n) return 0; return f(s, size, 3); }',
    ],
    [
      'the caller gives another value',
      'int g(void *u, const char *s, int size) { size = u ? 1 : 2; return f(s, size, 3); }',
    ],
    [
      'the call is made behind a test in the same expression',
      'int g(void *u, const char *s, int size) { return s[0] == 1 && f(s, size, 3); }',
    ],
    [
      'the length is that of other memory',
      'int g(void *u, const char *s, int size, const char *t, int n) { return f(s, n, 3); }',
    ],
    [
      'the caller goes on from the middle',
      'int g(void *u, const char *s, int size) { return f(s + 1, size, 3); }',
    ],
    [
      'the number of the caller is not one of all',
      'int g(void *u, const char *s, int size) { for (int i = 0; i < 3; i++) f(s, size, i); return 0; }',
    ],
    [
      'a pointer holds the caller',
      'static int g(void *u, const char *s, int size) { return f(s, size, 3); }\nint (*held)(void *, const char *, int) = g;',
    ],
  ])('is not known where %s', async (_what, caller) => {
    expect(await inputsOf(`${F}${caller}`)).toMatch(/^none: /);
  });

  test('is what each of several files gives', async () => {
    const more = { 'b.c': 'int f(const char *p, int k);\nint g(void) { return f("abc", 7); }\n' };
    const code = 'int f(const char *p, int k) { return strlen(p) + k; }';
    expect(await inputsOf(code, more)).toBe('f("abc", = 7)');
  });

  test('is not what a test gives', async () => {
    const more = { 'tests/b.c': 'int f(int k);\nint g(void) { return f(7); }\n' };
    expect(await inputsOf('int f(int k) { return k; }', more)).toMatch(/^f\(-\d+\.\.\d+\)$/);
  });

  test('counts for numbers also where others may call', async () => {
    const user =
      'int f(const char *p, int k);\nint g(void *u) { char *t = u; return t[0] ? f(t, 7) : 0; }\n';
    const header = { 'include/a.h': 'int f(const char *p, int k);\n', 'b.c': user };
    expect(await inputsOf('int f(const char *p, int k) { return strlen(p) + k; }', header)).toMatch(
      /^none/,
    );
    const text = {
      'include/a.h': 'int f(const char *p);\n',
      'b.c': user.replaceAll(', int k', '').replace(', 7', ''),
    };
    expect(await inputsOf('int f(const char *p) { return strlen(p); }', text)).toBe('f(text)');
  });

  test('is tried from what leads to it, where the function itself is left alone', async () => {
    const code = `struct s { const char *at; };
      static int f(struct s *s) { return s->at[9]; }
      int parse(const char *text, unsigned long size) { struct s s; s.at = text; return f(&s); }`;
    expect(await inputsOf(code)).toBe('parse(bytes 0..131072, length of 0)');
  });

  test('a local variable for a result is given as its memory', async () => {
    const code = `static int f(const char *p, int len, int *out, char *to, int size) { *out = p[len]; to[0] = 1; return 0; }
      int g(void *u, const char *s, int n) { int out; char to[20]; return f(s, n, &out, to, sizeof to); }`;
    expect(await inputsOf(code)).toBe('f(bytes 0..131072, length of 0, room 4, room 20, = 20)');
  });
});

describe('what a function reads besides', () => {
  test.each([
    [
      'set by another function',
      'static int limit;\nvoid set(int l) { limit = l; }\n',
      /reads `limit`, which other code sets/,
    ],
    ['of another file', 'extern int limit;\n', /reads `limit`/],
    ['there from the beginning', 'static int limit = 5;\nvoid set(int l) { limit = l; }\n', /^f\(/],
    ['constant', 'static const int limit = 5;\n', /^f\(/],
  ])('a variable that is %s', async (_what, variable, outcome) => {
    expect(await inputsOf(`${variable}int f(unsigned k) { return k < limit; }`)).toMatch(outcome);
  });

  test('but not a prototype with a macro in it', async () => {
    const code = `OFFERED char * CALL copy(int k);
      int f(unsigned k) { return copy(k) != 0; }`;
    expect(await inputsOf(code)).toBe('f(0..4294967295)');
  });
});
