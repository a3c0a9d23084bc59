import { expect, test } from '@jest/globals';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

async function shownAt(files: Readonly<Record<string, string>>, file: string, line: number) {
  const { index } = await scannedTree(files);
  return printSlice(await sliceOf([{ file, line, trace: [] }], index));
}

test('behind the other name of a type its record is shown, with the field that is used', async () => {
  const members = Array.from({ length: 20 }, (_, n) => `  char *part${n};`).join('\n');
  const shown = await shownAt(
    {
      'uri.c':
        '#include "uri.h"\nint parse(uri_ptr uri, int digit)\n{\n    uri->port = uri->port * 10 + digit;\n    return 0;\n}\n',
      'uri.h': `typedef struct uri_record uri;\ntypedef uri *uri_ptr;\nstruct uri_record {\n${members}\n  int port;\n};\n`,
    },
    'uri.c',
    4,
  );
  expect(shown).toContain('int port;');
  expect(shown).not.toContain('part3');
});

test('what decides nothing is no definition: empty macros, renames, words of comments', async () => {
  const shown = await shownAt(
    {
      'a.c':
        '#include "a.h"\n/* helper */\nAPI int f(int n)\n{\n    return open_it(n, "other", e_text) + LIMIT;\n}\n',
      'a.h':
        '#define API\n#define open_it open_it64\n#define helper(x) x\n#define other 7\n#define LIMIT 8\nEXTERN char e_text[] INIT(= N_("wrong"));\n',
    },
    'a.c',
    5,
  );
  expect(shown).toContain('#define LIMIT 8');
  expect(shown).not.toMatch(/define (?:API|open_it|helper|other)|e_text\[/);
});

test('of what is left out fifteen are named, and the others counted', async () => {
  const callers = Array.from(
    { length: 60 },
    (_, n) => `void caller_${n}(int n)\n{\n    f(n);\n}\n`,
  );
  const shown = await shownAt(
    { 'a.c': `void f(int n)\n{\n    g(n);\n}\n${callers.join('')}` },
    'a.c',
    3,
  );
  const [, left = ''] = shown.split('### Left out for length:\n\n');
  expect(left.split('\n')).toHaveLength(16);
  expect(left).toMatch(/and \d+ more$/);
});
