import { expect, test } from '@jest/globals';
import { includedHeaders } from '../../../src/security/scan/included-headers.ts';

function found(
  files: Record<string, string>,
  from: readonly string[],
  folders: readonly string[] = [],
  project: readonly string[] = Object.keys(files),
) {
  return includedHeaders(from, { read: (file) => files[file], folders, project });
}

test('headers are found beside a file, in folders that are named, and by the ends of their paths', () => {
  const files = {
    'src/a.c': '#include "b.h"\n#include <lib/c.h>\n# include "../up.h"\n#include <stdio.h>\n',
    'src/b.h': '#include "d.h"\n#include "a.c"\n',
    ...{ 'include/lib/c.h': '', 'up.h': '', 'gen/d.h': '', 'src/other.h': '' },
  };
  const all = ['src/b.h', 'include/lib/c.h', 'up.h', 'gen/d.h'];
  expect(found(files, ['src/a.c'])).toEqual(all);
  // Where the project is not known, only what is beside and in the folders.
  expect(found(files, ['src/a.c'], [], [])).toEqual(['src/b.h', 'up.h']);
  expect(found(files, ['src/a.c'], ['gen', 'include'], [])).toEqual(all);
});

test('of several of a name the nearest are taken, and none above the root', () => {
  const files = {
    'x/y/a.c': '#include "t.h"\n#include "../../../../etc/passwd"\n',
    ...{ 'p/t.h': '', 'q/t.h': '', 'r/t.h': '', 'x/t.h': '', 's/t.h': '' },
  };
  expect(found(files, ['x/y/a.c'])).toEqual(['x/t.h', 'p/t.h', 'q/t.h']);
  expect(found({ 'a.c': '#include "../b.h"\n', '../b.h': '' }, ['a.c'], [], [])).toEqual([]);
});

test('headers without end are cut off', () => {
  const files = Object.fromEntries(
    Array.from({ length: 900 }, (_, at) => [`h${at}.h`, `#include "h${at + 1}.h"\n`]),
  );
  expect(found(files, ['h0.h'])).toHaveLength(400);
});
