import { describe, expect, test } from '@jest/globals';
import { findIncludes } from '../../../src/security/reproduce/include-folders.ts';

function includes(unit: string, files: Readonly<Record<string, string>>) {
  const tree = { files: Object.keys(files), text: (file: string) => files[file] ?? '' };
  const { folders, missing } = findIncludes([unit], tree);
  return { folders, missing };
}

describe('headers are found', () => {
  test('beside the unit without a folder, and elsewhere with the one that they are named from', () => {
    expect(
      includes('src/a.c', {
        'src/a.c': '#include "a.h"\n# include <proj/b.h>\n#include <stdio.h>\n',
        'src/a.h': '#include "inner.h"\n',
        'include/proj/b.h': '',
        'deep/er/inner.h': '',
      }),
    ).toEqual({ folders: ['include', 'deep/er'], missing: [] });
  });

  test('nearest first, and in folders of this system alone', () => {
    expect(
      includes('lib/x/a.c', {
        'lib/x/a.c': '#include "util.h"\n#include "config.h"\n',
        'tools/util.h': '',
        'lib/util.h': '',
        'win32/VC10/config.h': '',
      }),
    ).toEqual({ folders: ['lib'], missing: ['config.h'] });
  });
});

test('what only other systems have is not missing', () => {
  const { missing } = includes('a.c', { 'a.c': '#include <windows.h>\n#include <zlib.h>\n' });
  expect(missing).toEqual(['zlib.h']);
});

test('files that include each other are read once', () => {
  const files = { 'a.c': '#include "b.h"\n', 'b.h': '#include "c.h"\n', 'c.h': '#include "b.h"\n' };
  expect(includes('a.c', files)).toEqual({ folders: [], missing: [] });
});
