import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { outsideHeaders } from '../../../src/security/scan/outside-headers.ts';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { rustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const OVERFLOW = `#include <dep.h>
#include <string.h>
void f(void) { char b[SIZE]; memset(b, 0, 16); }
`;

function pathsOf(above: string, folders: readonly string[]): string[] {
  const root = join(above, 'tree');
  const { files } = findSourceFiles(root);
  return outsideHeaders(root, files, folders, TEXT_LIMITS).map(({ path }) => path);
}

describe('headers outside of a tree', () => {
  const FILES = {
    'tree/a.c': OVERFLOW,
    'tree/own.h': '#include <more/sub.h>\n',
    'dep/dep.h': '#include "beside.h"\n#define SIZE 8\n',
    'dep/beside.h': '#include "../secret.h"\n',
    'dep/unasked.h': '\n',
    'secret.h': '\n',
    'other/more/sub.h': '\n',
  };

  test('are found in the folders that are named, and through each other', () => {
    const above = temporaryFolder(FILES);
    const folders = [join(above, 'dep'), join(above, 'other')];
    expect(pathsOf(above, folders)).toEqual([
      '../dep/dep.h',
      '../other/more/sub.h',
      '../dep/beside.h',
    ]);
  });

  test('are not looked for without a name', () => {
    const above = temporaryFolder(FILES);
    expect(pathsOf(above, [])).toEqual([]);
    expect(pathsOf(above, [join(above, 'tree')])).toEqual([]);
  });

  test.each([
    ['the folder', ['.']],
    ['one file', ['a.c']],
  ])('tell of the code of %s, and are not examined themselves', (_name, paths) => {
    const args = ['scan', ...paths, '-I', '../dep', '--no-state', '--format', 'json'];
    const { stdout } = rustward(args, join(temporaryFolder(FILES), 'tree'));
    const { candidates, summary } = JSON.parse(stdout);
    expect(candidates).toMatchObject([{ pattern: 'boundary_funcs', file: 'a.c', line: 3 }]);
    const reason =
      'lies outside of what is scanned and was not read, and ../dep/beside.h includes it';
    expect(summary.skipped).toEqual([{ file: '../secret.h', reason }]);
    expect(summary.scanned_files).toBe(paths[0] === '.' ? 2 : 1);
  });

  test('are not read since the tree asks for it', () => {
    const root = temporaryFolder({
      'tree/a.c': OVERFLOW,
      'tree/.github/rustward.yml': 'build: { include: [../dep] }\n',
      'dep/dep.h': '#define SIZE 8\n',
    });
    const args = ['scan', '.', '--no-state', '--format', 'json'];
    const { stdout, stderr, status } = rustward(args, join(root, 'tree'));
    // The configuration may not name such a folder at all.
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('build.include');
  });
});
