import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  checkOperatorExtensions,
  operatorRules,
  operatorToolServers,
} from '../../../src/github/isolated-worker/operator-extensions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const env = (names: string) => ({ RUSTWARD_RULES: names });

test('the operator names packages of rules, by commas', () => {
  expect(operatorRules({})).toEqual([]);
  expect(operatorRules(env(' /opt/a.mjs, acme-rules ,'))).toEqual(['/opt/a.mjs', 'acme-rules']);
});

test('one that is not there, or is named from a folder that varies, is refused at the start', () => {
  const rules = join(
    temporaryFolder({ 'rules.mjs': 'throw new Error("it is not loaded here")' }),
    'rules.mjs',
  );
  expect(() => checkOperatorExtensions(env(rules))).not.toThrow();
  expect(() => checkOperatorExtensions(env(`${rules},./rules.mjs`))).toThrow(
    'RUSTWARD_RULES names ./rules.mjs: a file has its whole path',
  );
  expect(() => checkOperatorExtensions(env('/nowhere/rules.mjs'))).toThrow(
    'RUSTWARD_RULES /nowhere/rules.mjs: there is no file /nowhere/rules.mjs',
  );
});

test('programs that offer tools are named one a line, each as on the command line', () => {
  const lines = 'notes=/opt/notes --all\n\n wiki:read=/opt/wiki \n';
  expect(operatorToolServers({ RUSTWARD_TOOL_SERVERS: lines })).toEqual([
    { name: 'notes', permission: 'run', command: ['/opt/notes', '--all'] },
    { name: 'wiki', permission: 'read', command: ['/opt/wiki'] },
  ]);
  for (const wrong of ['/opt/notes', 'notes=/opt/a\nnotes=/opt/b']) {
    expect(() => checkOperatorExtensions({ RUSTWARD_TOOL_SERVERS: wrong })).toThrow(
      /^RUSTWARD_TOOL_SERVERS: "/,
    );
  }
});
