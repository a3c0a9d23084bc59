import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isFileAt } from '../../../src/workspace/files/is-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file is one, and what no file can be called is none', () => {
  const folder = temporaryFolder({ 'a.json': '' });
  symlinkSync('circle', join(folder, 'circle'));
  expect(isFileAt(join(folder, 'a.json'))).toBe(true);
  for (const name of ['', 'circle', 'circle/b', 'a.json/b', 'x'.repeat(5000), 'none']) {
    expect(isFileAt(join(folder, name))).toBe(false);
  }
});
