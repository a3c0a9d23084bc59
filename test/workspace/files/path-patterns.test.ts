import { expect, test } from '@jest/globals';
import { pathPatterns } from '../../../src/workspace/files/path-patterns.ts';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('patterns mind case, as those of git do on Linux', () => {
  const rules = pathPatterns(['TAGS', 'Core/', '*.C']);
  const paths = ['TAGS', 'tags', 'Core/a', 'core/a', 'a.C', 'a.c'];
  expect(paths.filter((path) => rules.ignores(path))).toEqual(['TAGS', 'Core/a', 'a.C']);
});

test('a .gitignore and patterns leave out nothing of another case', () => {
  const root = temporaryFolder({
    'tags/core.c': '',
    'web/a.c': '',
    'web/B.c': '',
    '.git/HEAD': '',
    '.gitignore': 'TAGS\nCORE.c\n',
  });
  const { files, skipped } = findSourceFiles(root, { exclude: ['WEB', 'b.c'] });
  expect(files.map(({ path }) => path)).toEqual(['tags/core.c', 'web/B.c', 'web/a.c']);
  expect(skipped).toEqual([]);
});
