import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { findSourceFiles, scanRootOf } from '../../../src/workspace/files/source-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function paths(folder: string, options = {}): string[] {
  return findSourceFiles(folder, options).files.map(({ path }) => path);
}

describe('findSourceFiles', () => {
  test('lists the sources of every kind in the order of their bytes', () => {
    const names = [
      'z.c',
      'B.cc',
      'a/x.hpp',
      'a.rs',
      'a-b/y.h',
      '\uFF5E.c',
      '\u{1F600}.c',
      'READ.md',
    ];
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(paths(folder)).toEqual([
      'B.cc',
      'a-b/y.h',
      'a.rs',
      'a/x.hpp',
      'z.c',
      '\uFF5E.c',
      '\u{1F600}.c',
    ]);
  });

  test('skips the usual folders at any depth, but not the one that is named', () => {
    const folder = temporaryFolder({ 'build/a.c': '', 'src/vendor/b.c': '', 'src/c.c': '' });
    expect(paths(folder)).toEqual(['src/c.c']);
    expect(paths(join(folder, 'build'))).toEqual(['a.c']);
    expect(paths(folder, { skippedFolders: ['src'] })).toEqual(['build/a.c']);
  });

  test('obeys .gitignore files, the innermost one last', () => {
    const folder = temporaryFolder({
      '.gitignore': '*.h\n/gen/\n',
      'a.c': '',
      'a.h': '',
      'gen/b.c': '',
      'sub/.gitignore': '!keep.h\nlocal.c\n',
      'sub/keep.h': '',
      'sub/local.c': '',
      'sub/gen/d.c': '',
    });
    expect(paths(folder)).toEqual(['a.c', 'sub/gen/d.c', 'sub/keep.h']);
    expect(paths(folder, { gitignore: false })).toHaveLength(6);
  });

  test('obeys the .gitignore files above the root inside a work tree only', () => {
    const files = { '.gitignore': 'x.c\n', 'sub/x.c': '', 'sub/y.c': '' };
    const outside = temporaryFolder(files);
    expect(paths(join(outside, 'sub'))).toEqual(['x.c', 'y.c']);
    const inside = temporaryFolder(files);
    mkdirSync(join(inside, '.git'));
    expect(paths(join(inside, 'sub'))).toEqual(['y.c']);
  });

  test('obeys the exclude file of the work tree, which .gitignore goes before', () => {
    const folder = temporaryFolder({
      '.git/info/exclude': 'x.c\nscratch/\n',
      'a/.gitignore': '!x.c\n',
      'a/x.c': '',
      'x.c': '',
      'scratch/b.c': '',
    });
    expect(paths(folder)).toEqual(['a/x.c']);
    expect(paths(join(folder, 'a'))).toEqual(['x.c']);
    const linked = temporaryFolder({
      '.git': `gitdir: ${join(folder, '.git/worktrees/one')}\n`,
      'x.c': '',
      'y.c': '',
    });
    mkdirSync(join(folder, '.git/worktrees/one'), { recursive: true });
    writeFileSync(join(folder, '.git/worktrees/one/commondir'), '../..\n');
    expect(paths(linked)).toEqual(['y.c']);
  });

  test('takes what is tracked, whatever .gitignore says of it or of its folder', () => {
    const folder = temporaryFolder({
      '.gitignore': 'lib/\n*.h\n',
      'a.h': '',
      'b.h': '',
      'lib/deep/c.c': '',
      'lib/d.c': '',
      'lib/other/e.c': '',
    });
    const { files, skipped } = findSourceFiles(folder, {
      tracked: new Set(['b.h', 'lib/deep/c.c']),
    });
    expect(files.map(({ path }) => path)).toEqual(['b.h', 'lib/deep/c.c']);
    expect(skipped.map(({ file }) => file)).toEqual(['a.h', 'lib/d.c', 'lib/other/']);
    expect(paths(folder, { tracked: new Set(['b.h']), exclude: ['b.h'] })).toEqual([]);
  });

  test('leaves out what a pattern excludes', () => {
    const folder = temporaryFolder({ 'a.c': '', 'test/a.c': '', 'lib/test/b.c': '' });
    expect(paths(folder, { exclude: ['test/'] })).toEqual(['a.c']);
    expect(paths(folder, { exclude: ['/test'] })).toEqual(['a.c', 'lib/test/b.c']);
  });

  test('takes one file by its name, wherever it is', () => {
    const folder = temporaryFolder({ '.gitignore': '*', 'build/a.c': 'int x;' });
    const found = findSourceFiles(join(folder, 'build/a.c'));
    expect(found).toMatchObject({ single: true, files: [{ path: 'a.c', bytes: 6 }] });
    expect(found.root).toBe(join(folder, 'build'));
    expect(scanRootOf(join(folder, 'build'))).toEqual({ root: found.root, file: undefined });
  });

  test('follows no link, and names those that look like sources or folders', () => {
    const outside = temporaryFolder({ 'secret.c': '' });
    const folder = temporaryFolder({ 'real/a.c': '' });
    symlinkSync('..', join(folder, 'real/loop'));
    symlinkSync(outside, join(folder, 'out-of-tree'));
    symlinkSync('real/a.c', join(folder, 'alias.c'));
    symlinkSync('self.c', join(folder, 'self.c'));
    const { files, skipped } = findSourceFiles(folder);
    expect(files.map(({ path }) => path)).toEqual(['real/a.c']);
    expect(skipped).toEqual([
      {
        file: 'alias.c',
        reason: 'is a symbolic link; its target is examined under its own name',
        failed: false,
      },
      { file: 'out-of-tree', reason: 'is a symbolic link out of the tree', failed: false },
      {
        file: 'real/loop',
        reason: 'is a symbolic link; its target is examined under its own name',
        failed: false,
      },
      {
        file: 'self.c',
        reason: 'is a symbolic link that leads nowhere',
        ...{ failed: false, unread: true },
      },
    ]);
  });

  test('says of a link whether what it leads to is examined', () => {
    const folder = temporaryFolder({
      'a.c': '',
      'notes.txt': '',
      'vendor/b.c': '',
      'doc/a.md': '',
    });
    symlinkSync('notes.txt', join(folder, 'x.c'));
    symlinkSync('vendor/b.c', join(folder, 'y.c'));
    symlinkSync('vendor', join(folder, 'lib'));
    symlinkSync('a.c', join(folder, 'z.c'));
    const links = findSourceFiles(folder).skipped.filter(({ file }) => file !== 'vendor/');
    expect(links).toMatchObject([
      { file: 'lib', reason: 'is a symbolic link to vendor, which is not examined' },
      { reason: 'is a symbolic link to notes.txt, which is not examined', unread: true },
      { reason: 'is a symbolic link to vendor/b.c, which is not examined', unread: true },
      { file: 'z.c', reason: 'is a symbolic link; its target is examined under its own name' },
    ]);
    expect(links[3]).not.toHaveProperty('unread');
  });

  test('skips a pipe that is named like a source', () => {
    const folder = temporaryFolder({ 'a.c': '' });
    execFileSync('mkfifo', [join(folder, 'pipe.c')]);
    expect(findSourceFiles(folder).skipped).toEqual([
      { file: 'pipe.c', reason: 'is not a regular file', failed: false },
    ]);
  });

  test('refuses what is not there, what is no source, and what leads to itself', () => {
    const folder = temporaryFolder({ 'notes.txt': '' });
    symlinkSync('me', join(folder, 'me'));
    for (const [name, message] of [
      ['absent', 'does not exist'],
      ['notes.txt', 'is no source file'],
      ['notes.txt/x', 'does not exist'],
      ['me', 'leads to itself'],
    ]) {
      const list = () => findSourceFiles(join(folder, name ?? ''));
      expect(list).toThrow(UsageError);
      expect(list).toThrow(message);
    }
    expect(() => findSourceFiles('/dev/null')).toThrow('neither a file nor a folder');
  });
});
