import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { trustedRules, trustedToolServers } from '../../../action/inputs/trusted-extensions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('rules are taken by their whole path, from outside of the workspace alone', () => {
  const workspace = temporaryFolder({ 'tools/rules.mjs': '' });
  const own = temporaryFolder({ 'rules.mjs': '' });
  expect(trustedRules([join(own, 'rules.mjs')], workspace)).toEqual([join(own, 'rules.mjs')]);
  const inside = join(workspace, 'tools/rules.mjs');
  symlinkSync(inside, join(own, 'link.mjs'));
  for (const [name, problem] of [
    [inside, 'is in the workspace: a change could bring it'],
    [join(own, 'link.mjs'), 'is in the workspace'],
    [join(own, '..', workspace.split('/').at(-1) ?? '', 'tools/rules.mjs'), 'is in the workspace'],
    ['./tools/rules.mjs', 'a module has its whole path'],
    [join(own, 'none.mjs'), 'there is no file '],
    ['no-such-package-anywhere', 'there is no such package'],
  ] as const) {
    expect(() => trustedRules([name], workspace)).toThrow(problem);
  }
});

test('programs that offer tools lie outside of the workspace, with what they are given', () => {
  const workspace = temporaryFolder({ 'tool.mjs': '' });
  expect(trustedToolServers(['notes=/opt/notes --all'], workspace)).toEqual([
    { name: 'notes', permission: 'run', command: ['/opt/notes', '--all'] },
  ]);
  const inside = [`notes=node ${workspace}/tool.mjs`];
  expect(() => trustedToolServers(inside, workspace)).toThrow('a change could bring it');
  expect(() => trustedToolServers(['notes'], workspace)).toThrow(
    'the input tool-servers: "notes": ',
  );
});
