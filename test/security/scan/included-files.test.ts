import { expect, test } from '@jest/globals';
import { scannedTree } from '../../support/scanned-tree.ts';

const DEFECT = 'void f(char *s) { char b[4]; gets(b); }\n';

test('what a source includes is code, whatever its ending is', async () => {
  const { candidates, outcome } = await scannedTree({
    'src/a.c': '#include "table.def"\n#include "sub/more.txt"\n# include "../../out.txt"\n',
    'src/table.def': '#include "../deep.md"\n#include "is-made.inc"\n',
    'deep.md': DEFECT,
    'src/sub/more.txt': DEFECT,
    'notes.txt': DEFECT,
  });
  expect(outcome.files.map(({ file }) => file)).toEqual([
    ...['src/a.c', 'deep.md', 'src/sub/more.txt', 'src/table.def'],
  ]);
  expect(new Set(candidates.map(({ file }) => file))).toEqual(
    new Set(['deep.md', 'src/sub/more.txt']),
  );
});
