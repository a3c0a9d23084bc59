import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { UnsavedTree } from '../../../src/cli/language-server/unsaved-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const open: UnsavedTree[] = [];
afterEach(() => {
  for (const tree of open.splice(0)) tree.close();
});

test('a folder is as the editor shows it, and stays as it is', () => {
  const folder = temporaryFolder({
    ...{ 'src/a.c': 'old', 'src/b.h': 'b', 'build/compile_commands.json': '[]', 'build/x.c': '' },
    '.rustward/suppressions.json5': '[]',
  });
  symlinkSync('/etc/passwd', join(folder, 'link.c'));
  const tree = new UnsavedTree(folder);
  open.push(tree);
  expect(tree.update(new Map([[join(temporaryFolder(), 'a.c'), 'elsewhere']]))).toBeUndefined();
  const texts = new Map([
    [join(folder, 'src/a.c'), 'new'],
    [join(folder, 'new/c.c'), 'not on disk yet'],
  ]);
  const root = tree.update(texts) ?? '';
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  expect([read('src/a.c'), read('new/c.c'), read('src/b.h')]).toEqual([
    'new',
    'not on disk yet',
    'b',
  ]);
  expect(read('build/compile_commands.json')).toBe('[]');
  expect(existsSync(join(root, 'link.c')) || existsSync(join(root, 'build/x.c'))).toBe(false);
  expect(readFileSync(join(folder, 'src/a.c'), 'utf8')).toBe('old');

  // What changes on disk, goes, or is saved is so in the copy the next time.
  writeFileSync(join(folder, 'src/b.h'), 'changed');
  rmSync(join(folder, 'build'), { recursive: true });
  texts.delete(join(folder, 'src/a.c'));
  expect(tree.update(texts)).toBe(root);
  expect([read('src/a.c'), read('src/b.h')]).toEqual(['old', 'changed']);
  expect(existsSync(join(root, 'build/compile_commands.json'))).toBe(false);
  tree.close();
  expect(existsSync(root)).toBe(false);
});
