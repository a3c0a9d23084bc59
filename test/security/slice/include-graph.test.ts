import { expect, test } from '@jest/globals';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { linesWithoutComments } from '../../../src/security/slice/without-comments.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

async function shownAt(files: Readonly<Record<string, string>>, file: string, line: number) {
  const { index } = await scannedTree(files);
  return printSlice(await sliceOf([{ file, line, trace: [] }], index));
}

test('a header of the language is not the one of another library, and the nearest one is meant', async () => {
  const shown = await shownAt(
    {
      'app/a.c':
        '#include <assert.h>\n#include "conf.h"\nint f(int n)\n{\n    assert(n < LIMIT);\n    return n;\n}\n',
      'app/include/conf.h': '#define LIMIT 8\n',
      'lib/include/conf.h': '#define LIMIT 9000\n',
      'lib/include/assert.h': '#define assert(x) other_assert(x)\n',
    },
    'app/a.c',
    5,
  );
  expect(shown).toContain('#define LIMIT 8');
  expect(shown).not.toMatch(/9000|other_assert/);
});

test('a prototype is no definition of the type that it names', async () => {
  const shown = await shownAt(
    {
      'a.c': '#include "a.h"\nint f(node *n)\n{\n    return n->kind;\n}\n',
      'a.h':
        'typedef struct { int kind; } node;\n#define API\n#define CALL\nAPI node *CALL node_open(const char *path);\n',
    },
    'a.c',
    4,
  );
  expect(shown).toContain('typedef struct { int kind; } node;');
  expect(shown).not.toContain('node_open');
});

test('a call in a comment is none, and a name in a string is left', () => {
  const lines = [
    'f(1); // g(1)',
    '/* g(2)',
    'g(3) */ h(\'"\', "/* g(4)");',
    "let x: &'a str; // g",
  ];
  expect(linesWithoutComments(lines)).toEqual([
    'f(1);        ',
    '       ',
    '        h(\'"\', "/* g(4)");',
    "let x: &'a str;     ",
  ]);
});

test('of a table of constants the form is shown, and not each row', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `    { ${n}, ${n * 2} },`).join('\n');
  const shown = await shownAt(
    {
      'a.c': `static const int table[40][2] = {\n${rows}\n};\nint f(int n)\n{\n    return table[n][0];\n}\n`,
    },
    'a.c',
    45,
  );
  expect(shown).toContain('static const int table[40][2] = {');
  expect(shown).not.toContain('{ 20, 40 }');
});

test('a long function shows where it calls itself', async () => {
  const filler = Array.from({ length: 120 }, (_, n) => `    log_it(${n});`).join('\n');
  const shown = await shownAt(
    { 'a.c': `void walk(int depth)\n{\n    use(depth);\n${filler}\n    walk(depth + 1);\n}\n` },
    'a.c',
    3,
  );
  expect(shown).toContain('walk(depth + 1);');
});

test('what is defined in the last of many headers, or in one that it includes, is shown', async () => {
  const headers = Array.from({ length: 60 }, (_, n) => `part${n}.h`);
  const shown = await shownAt(
    {
      'a.c': `${headers.map((name) => `#include "${name}"\n`).join('')}void f(struct msg *m)\n{\n    m->kind = KIND_LAST;\n    m->size = (unit_t)m->room + ROOM;\n}\n`,
      ...Object.fromEntries(
        headers.map((name, n) => [name, `#define PART${n} ${n}\nint part${n};\n`]),
      ),
      'part59.h':
        '#include "types.h"\nstruct msg\n{\n    int kind;\n    int room;\n    int size;\n};\n',
      'types.h':
        '#define ROOM 8\ntypedef unsigned short unit_t;\nenum kind {\n    KIND_FIRST,\n    KIND_LAST\n};\nstruct other {\n    int x;\n};\n',
    },
    'a.c',
    64,
  );
  expect(shown).toMatch(/struct msg[\s\S]*int size;/);
  expect(shown).toContain('#define ROOM 8');
  expect(shown).toContain('typedef unsigned short unit_t;');
  expect(shown).toContain('KIND_LAST');
  expect(shown).not.toMatch(/struct other|PART3/);
});
