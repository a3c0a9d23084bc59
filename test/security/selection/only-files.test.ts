import { expect, test } from '@jest/globals';
import { REPORT_DEFAULTS } from '../../../src/entry/review/review-options.ts';
import { scanOptions } from '../../../src/entry/review/scan-options.ts';
import { checkOnlyFiles, onlyFilter } from '../../../src/security/selection/only-files.ts';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TREE = {
  'src/a.c': '',
  'src/deep/b.c': '',
  'src/gen/c.c': '',
  'src/C.CPP': '',
  'tools/d.c': '',
  'inc/a.h': '',
  'lib.rs': '',
};

function scanned(...onlyFiles: string[]): string[] {
  const options = { ...REPORT_DEFAULTS, onlyFiles };
  const { path, select } = scanOptions(temporaryFolder(TREE), options);
  return findSourceFiles(path, select).files.map((file) => file.path);
}

test.each([
  [['src/**/*.c'], ['inc/a.h', 'src/a.c', 'src/deep/b.c', 'src/gen/c.c']],
  [['src/'], ['inc/a.h', 'src/C.CPP', 'src/a.c', 'src/deep/b.c', 'src/gen/c.c']],
  [['/src'], ['inc/a.h', 'src/C.CPP', 'src/a.c', 'src/deep/b.c', 'src/gen/c.c']],
  [
    ['src/*.c', 'tools'],
    ['inc/a.h', 'src/a.c', 'tools/d.c'],
  ],
  [
    ['*.c', '!gen'],
    ['inc/a.h', 'src/a.c', 'src/deep/b.c', 'tools/d.c'],
  ],
  [['*.rs'], ['inc/a.h', 'lib.rs']],
])('of %j the sources that fit are scanned, and headers', (patterns, expected) => {
  expect(scanned(...patterns)).toEqual(expected);
});

test('what fits is reported on, and headers only where they fit', () => {
  const fits = onlyFilter(['src/**', '!src/gen']);
  expect(Object.keys(TREE).filter(fits)).toEqual(['src/a.c', 'src/deep/b.c', 'src/C.CPP']);
});

test('patterns that no file fits are refused', () => {
  expect(() => checkOnlyFiles(['srx/*.c'], [{ file: 'src/a.c' }])).toThrow(
    "no source file fits --only-files 'srx/*.c'",
  );
  expect(() => checkOnlyFiles(['src/*.c'], [{ file: 'src/a.c' }])).not.toThrow();
});
