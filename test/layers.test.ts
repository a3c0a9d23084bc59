import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';

const CRUISER = join(
  import.meta.dirname,
  '../node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
);

test('the check of the layers reads TypeScript: without a parser for it, it finds nothing wrong in nothing', () => {
  const { stdout } = spawnSync(process.execPath, [CRUISER, '--info'], { encoding: 'utf8' });
  expect(stripVTControlCharacters(stdout)).toMatch(/^\s*✔ \.ts$/m);
});
