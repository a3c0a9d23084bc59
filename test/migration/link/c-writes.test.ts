import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import type { ClangFunction, ClangGlobal } from '../../../src/code/clang/unit.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax, type SyntaxTree } from '../../../src/code/syntax/syntax.ts';
import { CWrites } from '../../../src/migration/link/c-writes.ts';

const RANGE = { file: 'a.c', startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
const INT: ClangCType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };
const TABLE: ClangCType = { kind: 'array', of: INT, length: 4 };

let parse: (text: string) => SyntaxTree;

beforeAll(async () => {
  const parser = await loadGrammars().parser('c');
  parse = (text) => parseSyntax(parser, text);
});

function variable(name: string, type: ClangCType): ClangGlobal {
  const plain = { isConst: false, isStatic: false, range: RANGE, functions: [] };
  return { name, type, spelled: '', ...plain };
}

describe('a variable', () => {
  const isWritten = (type: ClangCType, ...texts: string[]) =>
    new CWrites(texts, parse).isWritten(variable('t', type));

  test.each([
    'int t[4] = {1}; int f(void) { return t[1] + (t)[2]; }',
    'extern int t[4]; int f(void) { return sizeof t / sizeof t[0]; }',
    '#define AT(i) (t[(i) & 3])\nint f(int i) { return AT(i); }',
    '#ifdef t\n#endif\nint f(int i) { g(t[i]); return t[i] == 3; }',
    'int f(int a[]) { a[t[0]] = 1; return 0; }',
  ])('keeps its value: %s', (text) => {
    expect(isWritten(TABLE, 'int unrelated;', text)).toBe(false);
  });

  test.each([
    'void f(void) { t[1] = 2; }',
    'void f(void) { (t)[1] += 2; }',
    'void f(void) { t[1]++; }',
    'void f(int *p) { p = &t[1]; }',
    'void f(void) { memset(t, 0, sizeof t); }',
    'int *f(void) { return t; }',
    '#define SET(i) t[i] = 1\nvoid f(void) { SET(1); }',
    '#define SWAP(a, b) { int c = a; a = b; b = c; }\nvoid f(int x) { SWAP(t[1], x); }',
  ])('may change: %s', (text) => {
    expect(isWritten(TABLE, 'int unrelated;', text)).toBe(true);
  });

  test('of one number counts too, and what is no number always does', () => {
    expect(isWritten(INT, 'int f(void) { return t; }')).toBe(false);
    expect(isWritten(INT, 'int f(void) { return t--; }')).toBe(true);
    expect(isWritten({ kind: 'pointer', to: INT, isConst: false }, 'int *t;')).toBe(true);
  });
});

describe('a pointer field', () => {
  function moved(text: string, more: Partial<ClangFunction> = {}, file = ''): boolean {
    const whole: ClangFunction = {
      ...{ name: 'f', returns: { kind: 'void' }, returnSpelled: 'void', params: [] },
      ...{ isVariadic: false, isStatic: false, range: RANGE, body: { line: 1, column: 1 } },
      ...{ views: [], passes: [], shares: [] },
      ...{ calls: [], addressTaken: [], hasUnresolvedCalls: false, globals: [], types: [] },
      ...{ macros: [], undefinedMacros: [], ...more },
    };
    return new CWrites([file], parse).pointerFieldsMoved([{ function: whole, text }])('data');
  }

  test('stays where it is when elements are written', () => {
    expect(moved('void f(struct s *s) { s->data[s->used++] = 1; *s->data = 2; g(s->data); }')).toBe(
      false,
    );
  });

  test.each([
    'void f(struct s *s) { s->data = realloc(s->data, 9); }',
    'void f(struct s *s) { grow(&s->data); }',
    'void f(struct s *s) { (s->data)++; }',
    'void f(struct s *s, struct s o) { *s = o; }',
    'void f(struct s *s) { s->data = ',
  ])('may move: %s', (text) => {
    expect(moved(text)).toBe(true);
  });

  test('may be moved by macros, also those within macros, and by whom the tree does not tell', () => {
    const macros = '#define MORE(s) GROW(s)\n#define GROW(s) s->data = more(s)\n';
    expect(moved('void f(struct s *s) { MORE(s); }', { macros: ['MORE'] }, macros)).toBe(true);
    expect(moved('void f(struct s *s) { s->next(s); }', { hasUnresolvedCalls: true })).toBe(true);
  });
});
