import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPlainFile, writeNewFile } from '../../../src/equivalence/harness/plain-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each([
  ['nothing', () => undefined],
  ['a file', (path: string) => writeFileSync(path, 'old')],
  [
    'a folder, as a program may make one that runs there',
    (path: string) => {
      mkdirSync(path);
      writeFileSync(join(path, 'inner'), 'old');
    },
  ],
])('a file is made anew where there was %s', (_what, prepare) => {
  const path = join(temporaryFolder(), 'result');
  prepare(path);
  writeNewFile(path, 'new');
  expect(readPlainFile(path)?.toString()).toBe('new');
});

test('a link is neither written through nor read', () => {
  const folder = temporaryFolder({ secret: 'of another program' });
  const path = join(folder, 'result');
  symlinkSync('secret', path);
  expect(readPlainFile(path)).toBeUndefined();
  writeNewFile(path, 'new');
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('of another program');
});
