import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { toolVersion } from '../../../src/workspace/toolchain/tool-version.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const before = process.env['RUSTUP_HOME'];
afterEach(() => {
  if (before === undefined) delete process.env['RUSTUP_HOME'];
  else process.env['RUSTUP_HOME'] = before;
});

/** What is said of a program that is a shell script. */
async function said(script: string) {
  const folder = temporaryFolder();
  const path = join(folder, 'a-tool');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { path, found: await toolVersion('a-tool', `${folder}:/usr/bin:/bin`) };
}

test.each([
  ['echo "a-tool version 1.22.3 (of today)"', '1.22.3'],
  ['echo a-tool 15; echo 2.1', '2.1'],
  ['[ "$1" = --version ] && echo 4.5', '4.5'],
])('%s has a version', async (script, version) => {
  const { path, found } = await said(script);
  expect(found).toEqual({ kind: 'found', path, version });
});

test('it runs in the root folder, and knows where programs and the user’s settings are', async () => {
  const script = '[ "$PWD $LC_ALL $OTHER" = "/ C " ] && { printenv HOME || echo 7.7; }';
  process.env['OTHER'] = 'x';
  process.env['HOME'] = '5.5';
  expect((await said(script)).found).toMatchObject({ version: '5.5' });
  delete process.env['HOME'];
  expect((await said(script)).found).toMatchObject({ version: '7.7' });
});

test.each([
  ['echo 15', 'it prints no version'],
  ['echo 1.0 >&2', 'it prints no version'],
  ['exit 3', expect.stringMatching(/^Command failed: \S+a-tool --version$/)],
])('%s is broken', async (script, problem) => {
  const { path, found } = await said(script);
  expect(found).toEqual({ kind: 'broken', path, problem });
});

test('what is not on the path is absent', async () => {
  expect(await toolVersion('a-tool', temporaryFolder())).toEqual({ kind: 'absent' });
});

test('a program of rustup is told where rustup is installed', async () => {
  const script = '#!/bin/sh\n[ "$RUSTUP_HOME" = /elsewhere ] && echo "cargo 1.2.3"\n';
  const folder = temporaryFolder({ cargo: script });
  chmodSync(join(folder, 'cargo'), 0o755);
  const path = `${folder}:/usr/bin:/bin`;
  process.env['RUSTUP_HOME'] = '/elsewhere';
  expect(await toolVersion('cargo', path)).toMatchObject({ kind: 'found', version: '1.2.3' });
  process.env['RUSTUP_HOME'] = '/nowhere';
  expect(await toolVersion('cargo', path)).toMatchObject({ kind: 'broken' });
});
