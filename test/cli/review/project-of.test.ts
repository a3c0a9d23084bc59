import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectOf } from '../../../src/cli/review/project-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the nearest project counts, from the folder itself upwards', () => {
  const root = temporaryFolder({ '.github/rustward.yml': '', 'vendor/lib/src/a.c': '' });
  mkdirSync(join(root, 'vendor/lib/.git'));
  expect(projectOf(root)).toBe(root);
  expect(projectOf(join(root, 'vendor'))).toBe(root);
  expect(projectOf(join(root, 'vendor/lib/src'))).toBe(join(root, 'vendor/lib'));
});

test('a folder that lies in none is none, and neither is all that a user or a machine has', () => {
  expect(projectOf(temporaryFolder({ 'a.c': '' }))).toBeUndefined();
  expect(projectOf(homedir())).toBeUndefined();
  expect(projectOf('/')).toBeUndefined();
});
