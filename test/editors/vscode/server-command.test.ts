import { expect, test } from '@jest/globals';
import { serverCommand } from '../../../editors/vscode/server-command.ts';

const SETTINGS = { path: '', arguments: [], places: false };
const EDITOR = { execPath: '/usr/share/code/code', version: '24.11.1' };

test('the program that comes along runs on the Node.js inside of the editor', () => {
  expect(serverCommand(SETTINGS, '/x/rustward.cjs', EDITOR)).toEqual({
    ...{ command: '/usr/share/code/code', args: ['/x/rustward.cjs', 'lsp'] },
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
});

test('an editor that is too old for that has the Node.js on the path run it', () => {
  expect(serverCommand(SETTINGS, '/x/rustward.cjs', { ...EDITOR, version: '22.20.0' })).toEqual({
    ...{ command: 'node', args: ['/x/rustward.cjs', 'lsp'], env: {} },
  });
});

test('the settings name another program, and its options', () => {
  const settings = { path: '/opt/rustward', arguments: ['--jobs', '2'], places: true };
  expect(serverCommand(settings, '/x/rustward.cjs', EDITOR)).toEqual({
    ...{ command: '/opt/rustward', args: ['lsp', '--places', '--jobs', '2'], env: {} },
  });
});
