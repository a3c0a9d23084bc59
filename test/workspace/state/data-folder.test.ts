import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { dataFolder } from '../../../src/workspace/state/data-folder.ts';

test.each([
  ['what XDG_DATA_HOME names', { XDG_DATA_HOME: '/data', HOME: '/home/ada' }, '/data/rustward'],
  ['that of the home folder', { HOME: '/home/ada' }, '/home/ada/.local/share/rustward'],
  [
    'the same where XDG_DATA_HOME is no absolute path, as its specification says',
    { XDG_DATA_HOME: 'data', HOME: '/home/ada' },
    '/home/ada/.local/share/rustward',
  ],
  ['that of the user where no home is named', {}, join(homedir(), '.local/share/rustward')],
])('the folder of the data is %s', (_what, env, folder) => {
  expect(dataFolder(env)).toBe(folder);
});
