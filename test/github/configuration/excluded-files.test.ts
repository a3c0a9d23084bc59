import { expect, test } from '@jest/globals';
import ignore from 'ignore';
import { excludedFiles } from '../../../src/github/configuration/excluded-files.ts';

const FILES = ['src/a.c', 'src/a.h', 'src/b.cpp', 'src/b.hh', 'src/c.rs', 'old/d.c'];

test.each([
  [['c', 'cpp', 'rust'] as const, FILES],
  [['c'] as const, ['src/a.c', 'src/a.h', 'old/d.c']],
  [['cpp'] as const, ['src/a.h', 'src/b.cpp', 'src/b.hh']],
  [['rust'] as const, ['src/c.rs']],
])('%j', (languages, expected) => {
  expect(
    ignore()
      .add([...excludedFiles([], languages)])
      .filter(FILES),
  ).toEqual(expected);
});

test('what is excluded stays so, and cannot be taken back for another language', () => {
  const patterns = excludedFiles(['old/', '!*.rs'], ['c']);
  expect(
    ignore()
      .add([...patterns])
      .filter(FILES),
  ).toEqual(['src/a.c', 'src/a.h']);
});
