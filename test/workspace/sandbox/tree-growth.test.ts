import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { watchGrowth } from '../../../src/workspace/sandbox/tree-growth.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIMITS = { diskBytes: 1024 ** 2, files: 100 };

test('a folder that is gone has not grown', () => {
  const folder = join(temporaryFolder(), 'tree');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a'), 'a');
  const grown = watchGrowth(folder, LIMITS);
  expect(grown()).toBeUndefined();
  rmSync(folder, { recursive: true });
  expect(grown()).toBeUndefined();
});
