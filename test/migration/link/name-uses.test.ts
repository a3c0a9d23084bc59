import { expect, test } from '@jest/globals';
import { usesOfName } from '../../../src/migration/link/name-uses.ts';

function kinds(text: string): string[] {
  return usesOfName(text, 'f').map(({ kind, isConditional, start, end }) => {
    const where = isConditional ? ' under #if' : '';
    return kind === 'prototype' ? `${kind}${where}: ${text.slice(start, end)}` : `${kind}${where}`;
  });
}

test.each([
  [
    'a prototype',
    'int g;\nstatic int f(int a,\n  int b);\nint h;',
    ['prototype: static int f(int a,\n  int b);'],
  ],
  [
    'one with an attribute',
    'int f(void) __attribute__((cold));',
    ['prototype: int f(void) __attribute__((cold));'],
  ],
  [
    'one of a function that takes a function',
    'void f(int (*)(int));',
    ['prototype: void f(int (*)(int));'],
  ],
  ['one behind a macro', '#define X\nAPI int f(void);', ['prototype: API int f(void);']],
  [
    'one under a condition',
    '#ifdef A\nint f(void);\n#endif\nint f(void);',
    ['prototype under #if: int f(void);', 'prototype: int f(void);'],
  ],
  ['one that declares more', 'int f(void), g(void);', ['other']],
  ['a call', 'int g(void) { return f(1); }', ['call']],
  ['its address', 'int g(void) { return h(f); }', ['other']],
  ['its address in a table', 'int (*t[])(void) = {f};', ['other']],
  ['another definition', 'int f(void) { return 0; }', ['other']],
  ['a macro that calls it', '#define G(x) \\\n  f(x)\n', ['macro']],
  ['code that is left out', '#if 0\nint g(void) { return f(); }\n#endif', ['call under #if']],
  ['a string', 'int g(void) { return find("f"); }', ['text']],
  [
    'members, comments and other names',
    'int g(struct s *p) { p->f(1); p->g.f = 0; return ff(); } /* f() */ // f()',
    [],
  ],
  ['a string with more', 'const char *t = "f()";', []],
])('the uses of a name: %s', (_, text, expected) => {
  expect(kinds(text)).toEqual(expected);
});
