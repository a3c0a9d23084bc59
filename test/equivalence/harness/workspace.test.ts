import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPlainFile } from '../../../src/equivalence/harness/plain-files.ts';
import {
  installProgram,
  mirrorFolder,
  writeIfChanged,
} from '../../../src/equivalence/harness/workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A folder of the user, and a tree in which a program has put links to it. */
function folders() {
  const folder = temporaryFolder();
  const [tree, own, source] = ['tree', 'own', 'source'].map((name) => join(folder, name));
  if (tree === undefined || own === undefined || source === undefined) throw new Error('no folder');
  for (const each of [tree, own, source]) mkdirSync(each);
  writeFileSync(join(own, 'letter'), 'dear');
  return { tree, own, source };
}

test('a file is not written through a link', () => {
  const { tree, own } = folders();
  symlinkSync(join(own, 'letter'), join(tree, 'main.rs'));
  symlinkSync(own, join(tree, 'src'));
  writeIfChanged(tree, 'main.rs', 'fn main() {}');
  writeIfChanged(tree, 'src/letter', 'new');
  expect(readFileSync(join(own, 'letter'), 'utf8')).toBe('dear');
  expect(readPlainFile(join(tree, 'main.rs'))?.toString()).toBe('fn main() {}');
  expect(readPlainFile(join(tree, 'src/letter'))?.toString()).toBe('new');
});

test('nothing is removed behind a link, nor written there', () => {
  const { tree, own, source } = folders();
  mkdirSync(join(source, 'src'));
  writeFileSync(join(source, 'src', 'lib.rs'), 'mod a;');
  symlinkSync(own, join(tree, 'src'));
  mirrorFolder(source, tree);
  expect(existsSync(join(own, 'letter'))).toBe(true);
  expect(existsSync(join(own, 'lib.rs'))).toBe(false);
  expect(readPlainFile(join(tree, 'src/lib.rs'))?.toString()).toBe('mod a;');
});

test('a link is no program, and no result', () => {
  const { tree, own } = folders();
  symlinkSync(join(own, 'letter'), join(tree, 'driver'));
  expect(() => installProgram(join(tree, 'driver'), tree, 'rust-side')).toThrow('left no program');
  expect(readPlainFile(join(tree, 'driver'))).toBeUndefined();
});

test('two folders have the same digest where all their paths and contents are the same', () => {
  const files = { 'a.c': 'int a;', 'sub/b.c': 'int b;' };
  const digestOf = (given: Readonly<Record<string, string>>) =>
    mirrorFolder(temporaryFolder(given), temporaryFolder());
  const digest = digestOf(files);
  expect(digestOf({ ...files, '.git/HEAD': 'x', 'target/x': 'x' })).toBe(digest);
  for (const other of [
    { ...files, 'a.c': 'int c;' },
    { 'sub/b.c': 'int b;' },
    { 'a.c': 'int a;', 'sub/c.c': 'int b;' },
    { 'a.c': 'int a;', 'sub/b.c': 'int b;', 'c.c': '' },
  ]) {
    expect(digestOf(other)).not.toBe(digest);
  }
});

test('a copy says what it is to say instead, and keeps nothing that is gone', () => {
  const [source, copy] = [temporaryFolder({ 'a.c': 'old', 'b.c': 'b' }), temporaryFolder()];
  writeFileSync(join(copy, 'gone.c'), '');
  mkdirSync(join(copy, 'folder'));
  const text = (path: string) => (path === 'a.c' ? 'new' : undefined);
  mirrorFolder(source, copy, text);
  expect(readFileSync(join(copy, 'a.c'), 'utf8')).toBe('new');
  expect(readFileSync(join(copy, 'b.c'), 'utf8')).toBe('b');
  expect([existsSync(join(copy, 'gone.c')), existsSync(join(copy, 'folder'))]).toEqual([
    ...[false, false],
  ]);
});
