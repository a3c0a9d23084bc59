import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { meansTheLibrary } from '../../../../src/security/fix/mechanical/header-names.ts';
import { mechanicalFix } from '../../../../src/security/fix/mechanical/index.ts';

const parser = await loadGrammars().parser('c');

/** Whether a copy without a limit has a fix that holds with a header, which the file includes. */
function isFixed(include: string, header: string): boolean {
  const text = `${include}#include <string.h>
#include "own.h"
void f(const char *s) {
  char b[8];
  strcpy(b, s);
  use(b);
}
`;
  const tree = parseSyntax(parser, text);
  const line = text.split('\n').findIndex((each) => each.includes('strcpy')) + 1;
  const fix = mechanicalFix('unsafe_api', { tree, language: 'c', place: { line } });
  return fix !== undefined && meansTheLibrary(fix, tree, [header]);
}

const INCLUDED = '#include <stdio.h>\n';

describe('a header of the project and one of the library that the fix adds must not declare the same', () => {
  test.each([
    ['a function', 'int remove(int *list, int at);\n'],
    ['a macro', '#define BUFSIZ 8\n'],
    ['a structure', 'struct FILE { int fd; };\n'],
    ['a name of a type', 'typedef struct file FILE;\n'],
    ['a name of a structure', 'typedef struct { int fd; } FILE;\n'],
    ['a variable', 'extern int stdout;\n'],
  ])('%s', (_name, header) => {
    expect(isFixed('', header)).toBe(false);
    expect(isFixed(INCLUDED, header)).toBe(true);
  });

  test.each([
    ['a use of a type', 'extern FILE *out;\ntypedef FILE *output;\n'],
    ['a call', 'static inline int get(int *n) { return scanf("%d", n); }\n'],
    ['a member', 'struct list { int remove; };\n'],
  ])('%s declares nothing', (_name, header) => {
    expect(isFixed('', header)).toBe(true);
  });
});
