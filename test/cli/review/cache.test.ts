import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCES = {
  'a.c': 'int f(void);\nint main(void) { return f(); }\n',
  'b.c': 'int f(void) { char s[4]; s[4] = 0; return s[0]; }\n',
};

test('remembers in the folder that is named, and says the same from memory', () => {
  const folder = temporaryFolder(SOURCES);
  const cache = join(temporaryFolder(), 'cache');
  const args = ['scan', folder, '--no-state', '--format', 'json', '--cache-dir', cache];
  const first = rustward(args);
  expect(existsSync(cache)).toBe(true);
  expect(rustward(args)).toEqual(first);
  expect(rustward([...args, '--no-cache'])).toEqual(first);
  expect(first.status).toBe(1);
});

test('keeps nothing with --no-cache', () => {
  const cache = join(temporaryFolder(), 'cache');
  rustward(['scan', temporaryFolder(SOURCES), '--no-state', '--no-cache', '--cache-dir', cache]);
  expect(existsSync(cache)).toBe(false);
});

test('a cache below what is scanned is refused: its author could say there that all is well', () => {
  const folder = temporaryFolder(SOURCES);
  const { status, stderr } = rustward(['scan', '.', '--cache-dir', 'out/cache'], folder);
  expect(status).toBe(2);
  expect(stderr).toBe(
    'rustward: --cache-dir out/cache lies below .; name a folder outside of what is scanned\n',
  );
});
