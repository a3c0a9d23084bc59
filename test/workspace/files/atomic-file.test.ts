import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import {
  checkWritable,
  writeFileAtomically,
  writeNamedFile,
} from '../../../src/workspace/files/atomic-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('writeFileAtomically', () => {
  test('replaces a file and leaves nothing else', () => {
    const folder = temporaryFolder({ 'a.txt': 'old' });
    writeFileAtomically(join(folder, 'a.txt'), 'new');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('replaces a link and leaves its target alone', () => {
    const folder = temporaryFolder({ target: 'kept' });
    symlinkSync('target', join(folder, 'a.txt'));
    writeFileAtomically(join(folder, 'a.txt'), 'new');
    expect(lstatSync(join(folder, 'a.txt')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('kept');
  });

  test('leaves nothing behind when the place is taken by a folder', () => {
    const folder = temporaryFolder({ 'taken/x': '' });
    const write = () => writeFileAtomically(join(folder, 'taken'), 'text');
    expect(write).toThrow(new UsageError(`cannot write ${join(folder, 'taken')}: it is a folder`));
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('writeNamedFile', () => {
  test('follows the link that a person made', () => {
    const folder = temporaryFolder({ target: 'old' });
    symlinkSync('target', join(folder, 'a.txt'));
    writeNamedFile(join(folder, 'a.txt'), 'new');
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'a.txt')).isSymbolicLink()).toBe(true);
  });

  test('makes the folders on the way', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a/b/report.json');
    checkWritable(file);
    expect(readdirSync(folder)).toEqual([]);
    writeNamedFile(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  test('writes to a device rather than replace it', () => {
    writeNamedFile('/dev/null', 'text');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('checkWritable', () => {
  test.each([
    ['file/x.json', 'a part of its path is not a folder'],
    ['file/absent/x.json', 'a part of its path is not a folder'],
    ['loose/x.json', 'its folder does not exist and cannot be made'],
    ['folder', 'it is a folder'],
  ])('refuses %s', (path, reason) => {
    const folder = temporaryFolder({ file: '', 'folder/x': '' });
    symlinkSync('nowhere', join(folder, 'loose'));
    const place = join(folder, path);
    expect(() => checkWritable(place)).toThrow(new UsageError(`cannot write ${place}: ${reason}`));
  });

  test.each([
    ['/proc/report.json', 'its folder takes no new file'],
    ['/proc/absent/report.json', 'its folder does not exist and cannot be made'],
  ])('refuses a path that no process may write to: %s', (path, reason) => {
    expect(() => checkWritable(path)).toThrow(new UsageError(`cannot write ${path}: ${reason}`));
  });

  test('leaves no trace, and does not wait for a pipe to be read', () => {
    const folder = temporaryFolder();
    checkWritable(join(folder, 'a.json'));
    expect(readdirSync(folder)).toEqual([]);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    checkWritable(join(folder, 'pipe'));
    expect(existsSync(join(folder, 'pipe'))).toBe(true);
  });
});
