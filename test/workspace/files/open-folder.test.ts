import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { makeFolderBelow } from '../../../src/workspace/files/open-folder.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rustward-folder-'));
  root = join(base, 'project');
  mkdirSync(root);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test('makes the folders that are missing, and takes those that are there', () => {
  mkdirSync(join(root, 'a'));
  expect(makeFolderBelow(root, 'a/b/c')).toBe(join(root, 'a/b/c'));
  expect(makeFolderBelow(root, 'a/b/c')).toBe(join(root, 'a/b/c'));
  expect(makeFolderBelow(root, '.')).toBe(root);
});

test('follows no link, climbs nowhere, and leaves git alone', () => {
  mkdirSync(join(base, 'other'));
  symlinkSync(join(base, 'other'), join(root, 'rust'));
  writeFileSync(join(root, 'file'), '');
  for (const path of [
    'rust/src',
    '../other/x',
    'a/../../other/x',
    '.git/hooks',
    '.GIT',
    'file/x',
  ]) {
    expect(() => makeFolderBelow(root, path)).toThrow(UsageError);
  }
  expect(readdirSync(join(base, 'other'))).toEqual([]);
});

test('says of what it refuses which it is, and why', () => {
  writeFileSync(join(root, 'file'), '');
  const file = join(root, 'file');
  expect(() => makeFolderBelow(root, 'file/x')).toThrow(
    `cannot write to ${file}: it is not a folder`,
  );
  expect(() => makeFolderBelow(root, '../x')).toThrow('"../x": it leads out of the project');
});

test('a root that is a file is named', () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => makeFolderBelow(file, '.rustward/sec')).toThrow(UsageError);
  expect(() => makeFolderBelow(file, '.rustward/sec')).toThrow(`${file}/.rustward`);
});
