import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { openStateFolder } from '../../../src/workspace/state/state-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the state folder is made once, and git is told to ignore it', () => {
  const root = temporaryFolder();
  expect(openStateFolder(root)).toBe(join(root, '.rustward/sec'));
  expect(openStateFolder(root)).toBe(join(root, '.rustward/sec'));
  expect(readFileSync(join(root, '.rustward/sec/.gitignore'), 'utf8')).toBe('*\n');
});

test('a link that a repository put in the way is not followed', () => {
  const outside = temporaryFolder();
  const root = temporaryFolder();
  symlinkSync(outside, join(root, '.rustward'));
  expect(() => openStateFolder(root)).toThrow(UsageError);
  expect(readdirSync(outside)).toEqual([]);
});
