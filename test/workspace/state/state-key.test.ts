import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stateKey } from '../../../src/workspace/state/state-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the key is made once, for this user alone', () => {
  const data = temporaryFolder();
  const key = stateKey({ XDG_DATA_HOME: data });
  expect(key).toHaveLength(32);
  expect(stateKey({ XDG_DATA_HOME: data })).toEqual(key);
  const path = join(data, 'rustward', 'state-key');
  expect(readFileSync(path)).toEqual(key);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(stateKey({ XDG_DATA_HOME: temporaryFolder() })).not.toEqual(key);
});

test('without XDG_DATA_HOME it is below the home folder', () => {
  const home = temporaryFolder();
  const key = stateKey({ HOME: home });
  expect(readFileSync(join(home, '.local/share/rustward/state-key'))).toEqual(key);
});

test('where nothing can be kept the key is good for one run', () => {
  const data = temporaryFolder({ rustward: 'a file in the way' });
  expect(stateKey({ XDG_DATA_HOME: data })).toHaveLength(32);
  const broken = temporaryFolder();
  stateKey({ XDG_DATA_HOME: broken });
  chmodSync(join(broken, 'rustward/state-key'), 0o600);
  writeFileSync(join(broken, 'rustward/state-key'), 'short');
  expect(stateKey({ XDG_DATA_HOME: broken })).toHaveLength(32);
});
