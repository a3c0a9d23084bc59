import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { makeFolders } from '../../../src/workspace/files/make-folders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a folder is made with those above it, and may be there already', () => {
  const folder = join(temporaryFolder(), 'a/b/c');
  makeFolders(folder, 0o700);
  makeFolders(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
});

test('what is no folder, or lets nothing be made in it, is refused and does not hang', () => {
  const root = temporaryFolder({ file: '' });
  symlinkSync('nowhere', join(root, 'link'));
  expect(() => makeFolders(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(root, 'file/deep'))).toThrow('ENOTDIR');
  expect(() => makeFolders(join(root, 'link'))).toThrow('EEXIST');
  expect(() => makeFolders('/proc/nope')).toThrow('ENOENT');
  expect(() => makeFolders('/proc/nope/deeper/still')).toThrow('ENOENT');
});
