import { expect, test } from '@jest/globals';
import { includeFolders } from '../../../src/migration/scan/include-folders.ts';

/** The folders for `src/a.c`, whose headers have these texts. */
function foldersFor(text: string, headers: Readonly<Record<string, string>>): string[] {
  const files: Readonly<Record<string, string>> = { 'src/a.c': text, ...headers };
  return includeFolders('src/a.c', Object.keys(headers), (file) => files[file]);
}

test.each<[string, string, Record<string, string>, string[]]>([
  ['nothing', '', { 'inc/a.h': '' }, ['src']],
  ['one beside it', '#include "a.h"', { 'src/a.h': '', 'a.h': '' }, ['src']],
  ['one elsewhere', '#include "a.h"', { 'inc/a.h': '' }, ['src', 'inc']],
  ['one in angles', '#include <a.h>', { 'inc/a.h': '' }, ['src', 'inc']],
  ['one in angles that is beside it', '#include <a.h>', { 'src/a.h': '' }, ['src']],
  ['one below a folder', '#include "net/a.h"', { 'inc/net/a.h': '' }, ['src', 'inc']],
  ['one at the root', '#include "a.h"', { 'a.h': '' }, ['src', '.']],
  [
    'one of two, over the shortest path',
    '#include "a.h"',
    { 'x/y/a.h': '', 'x/a.h': '' },
    ['src', 'x'],
  ],
  ['a part of a name', '#include "a.h"', { 'inc/aa.h': '' }, ['src']],
  ['one of the system', '#include <stdio.h>', { 'inc/a.h': '' }, ['src']],
  ['one with blanks', ' \t# \tinclude\t "a.h"', { 'inc/a.h': '' }, ['src', 'inc']],
  ['one behind code', 'int x; #include "a.h"', { 'inc/a.h': '' }, ['src']],
  [
    'what a header leads to',
    '#include "a.h"',
    { 'inc/a.h': '#include "b.h"\n#include "c.h"', 'inc/b.h': '', 'lib/c.h': '' },
    ['src', 'inc', 'lib'],
  ],
  [
    'headers that include each other',
    '#include "a.h"',
    { 'src/a.h': '#include "b.h"', 'src/b.h': '#include "a.h"\n#include "../x/c.h"', 'x/c.h': '' },
    ['src'],
  ],
  [
    'one that a folder known by then has',
    '#include "a.h"\n#include "b.h"',
    { 'inc/deep/a.h': '', 'inc/deep/b.h': '', 'b/b.h': '' },
    ['src', 'inc/deep'],
  ],
])('%s', (_, text, headers, folders) => {
  expect(foldersFor(text, headers)).toEqual(folders);
});
