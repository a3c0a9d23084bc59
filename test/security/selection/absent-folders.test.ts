import { expect, test } from '@jest/globals';
import { absentFolders } from '../../../src/security/selection/absent-folders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('folders that the tree does not have are named, each once', () => {
  const root = temporaryFolder({ 'tools/a.c': '', 'lib/b.c': '' });
  const folders = ['', 'tools', 'tols', 'lib/b.c', 'lib/b.c/deep', 'tols'];
  const settings = folders.map((folder) => ({ folder, rules: {} }));
  expect(absentFolders(root, settings)).toEqual([
    'review.folders names tols, which is not in what is scanned',
    'review.folders names lib/b.c/deep, which is not in what is scanned',
  ]);
});
