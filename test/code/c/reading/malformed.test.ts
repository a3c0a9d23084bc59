import { expect, test } from '@jest/globals';
import { lowerUnit } from '../../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const GRAMMARS = loadGrammars();

/** The lines of a text on which something was not followed. */
async function unfollowedLines(text: string, language: 'c' | 'cpp' = 'c') {
  const parser = await GRAMMARS.parser(language);
  const { account, tree } = lowerUnit(await GRAMMARS.tree(language, text), language, parser);
  return [...new Set(account.unfollowed.map((span) => tree.location(span).line))];
}

test.each<[string, string, number[]]>([
  ['a call that nothing ends before the next', 'void f(char *p) {\n free(p)\n free(p);\n}\n', [2]],
  [
    'a call that nothing ends before a statement',
    'void f(int n) {\n g(n)\n if (n) g(0);\n}\n',
    [2],
  ],
  ['a call that nothing ends before its block does', 'void f(int n) {\n n++;\n g(n)\n}\n', [3]],
  [
    'a call that nothing ends before else',
    'void f(int n) {\n if (n) g(n);\n h(n) else h(0);\n}\n',
    [3],
  ],
  ['members that nothing divides', 'struct s {\n int a int b;\n};\n', [2]],
  ['a name that goes on in the next line', 'void f(void) {\n  g();\n  sys\\\ntem("a");\n}\n', [3]],
  ['plain text', 'Hello world, this is no C.\n', [1]],
  ['plain text with brackets', 'int a;\n\nplease look at this file (later);\n', [3]],
  ['Python', 'def f(x):\n    return x\n', [1, 2]],
  ['a call of Python', 'import os\nos.system("ls")\n', [2]],
  ['HTML', '<html>\n<p>Text</p>\n</html>\n', [1]],
  ['a script', '#!/bin/sh\nset -e\n', [1]],
  [
    'Java',
    'package a.b;\nimport java.util.*;\nclass C {\n  public static void main(String[] args) { }\n}\n',
    [1, 2, 4],
  ],
  ['C#', 'using System;\nusing A.B;\nint f(void) { return 1; }\n', [1, 2]],
  [
    'what git leaves where versions were not merged',
    '<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> other\n',
    [1, 3, 5],
  ],
])('%s is not taken for code', async (_name, text, lines) => {
  expect(await unfollowedLines(text)).toEqual(lines);
});

test.each<[string, string]>([
  ['a macro of a header that is not there', 'void f(int n) {\n AssertH(n > 0, 1)\n n++;\n}\n'],
  [
    'assembler for both',
    '#ifdef __ASSEMBLER__\n.pushsection .note.stack, ""\n.popsection\n#endif\n',
  ],
  ['a macro in capitals', 'void f(int n) {\n LOCK(n)\n n++;\n UNLOCK(n)\n}\n'],
  [
    'a macro of the file',
    '#define lock(n) take(n);\nvoid f(int n) {\n lock(n)\n n++;\n lock(n)\n}\n',
  ],
  ['a loop that a macro makes', 'void f(int n) {\n for_each_item(n, list) use(n);\n}\n'],
  ['a value between braces', 'int *f(int n) { return g((int[]){ size(n) }); }\n'],
  ['a declaration with macros', 'STATIC INLINE api_type *make_it(int a) { return keep(a); }\n'],
  ['assembler that is included', '; Copyright of those who wrote this.\n%include "a.inc"\n'],
  ['values of a list that is included', 'RED, GREEN,\nBLUE\n'],
  ['a program that a compiler runs', '#!/usr/bin/tcc -run\nint main(void) { return 0; }\n'],
  ['a line of signs in a comment', '/*\n=======\n*/\nint a;\n'],
  [
    'a macro that hides what is private',
    '#define private static\nprivate int f(void) { return 1; }\n',
  ],
  ['types of two words', 'struct s { unsigned int a; long long b; unsigned long int c; };\n'],
])('%s is followed', async (_name, text) => {
  expect(await unfollowedLines(text)).toEqual([]);
});

test.each<[string, string]>([
  [
    'a constructor and what qualifies it',
    'void f() { struct s { s(int a) noexcept {} s() {} }; }\n',
  ],
  ['words for signs', 'bool f(int a) { check(a) or fail(a); return check(a) and a; }\n'],
  [
    'members that are public',
    'class a : public b {\npublic:\n  int c;\nprivate slots:\n  void d();\n using b::b;\n};\nusing namespace std;\nusing e = a;\n',
  ],
  ['modules', 'import std.compat;\nexport module a.b;\nint f() { return 1; }\n'],
  ['a lambda that is called', 'int f(int a) { return [&]() { return g(a); }(); }\n'],
])('%s is followed in C++', async (_name, text) => {
  expect(await unfollowedLines(text, 'cpp')).toEqual([]);
});

test('what a macro makes is no name that goes on in the next line', async () => {
  const macros =
    '#define TRY() do { if (mark() == 0) {\n#define CATCH() } else {\n#define END() } } while (0)\n';
  const body = 'void f(void) {\n  TRY();\n  g();\n  CATCH();\n  h();\n  END();\n}\n';
  expect(await unfollowedLines(macros + body)).toEqual([]);
});

test.each([
  'void f(char *to) {\n  copy((char *keyword_restrict) (to + 1));\n}\n',
  'void f(char *to) {\n  char *q = (char *QUALIFIED) to;\n  copy(q);\n}\n',
])('a macro that qualifies the pointer of a cast is left out: %s', async (text) => {
  expect(await unfollowedLines(text)).toEqual([]);
});

const ALIGNED = '#define ALIGNED(n, type, name) type __attribute__((aligned(n))) name\n';

test.each([
  [
    'at the level of the file',
    'ALIGNED(16, static const int, v)[2][2] = {\n  {1, 2},\n  {3, 4},\n};\n',
  ],
  ['among statements', 'void f(void) {\n  ALIGNED(16, int, v)[4] = {1};\n  g(v);\n}\n'],
])('a macro may declare the array behind it %s', async (_, text) => {
  expect(await unfollowedLines(ALIGNED + text)).toEqual([]);
});

test.each([
  [
    'the size of an array',
    '#define LOCAL(type, name, size) type name size\n',
    'LOCAL(int, v, [4]); g(v);',
  ],
  [
    'statements',
    '#define ON(n, ...) case n: __VA_ARGS__ break\n',
    'switch (x) { ON(1, int a = 2; g(a)); }',
  ],
])('an argument may be %s', async (_, macro, body) => {
  expect(await unfollowedLines(`${macro}void f(int x) {\n  ${body}\n}\n`)).toEqual([]);
});
