import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import type { SandboxCommand } from '../../../src/workspace/sandbox/sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const nothing = (tree: string): SandboxCommand => ({ command: ['true'], tree, access: 'read' });

/** A folder with a program that exits with a status and says why. */
function folderWith(name: string, status: number, message: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${message}' >&2\nexit ${status}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

inSandbox('a machine that has bubblewrap (needs bubblewrap)', () => {
  test('uses it', async () => {
    const sandbox = await findSandbox();
    expect(sandbox).toMatchObject({ description: 'bubblewrap', isolates: true });
  });

  test('uses it although a person would do without', async () => {
    expect((await findSandbox({ allowUnsandboxed: true })).isolates).toBe(true);
  });
});

test('without any, everything is refused with how to install one', async () => {
  const sandbox = await findSandbox({ path: temporaryFolder() });
  expect(sandbox.isolates).toBe(false);
  const run = sandbox.run(nothing('/'));
  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow(
    /install bubblewrap .*apt-get install bubblewrap.*--allow-unsandboxed/,
  );
});

test('one that is installed but may not start is refused with its own words', async () => {
  const path = folderWith('bwrap', 1, 'bwrap: setting up uid map: Permission denied');
  const sandbox = await findSandbox({ path });
  await expect(sandbox.run(nothing('/'))).rejects.toThrow(/uid map: Permission denied/);
});

test('where a command that does nothing fails, its own words are passed on', async () => {
  const path = folderWith('docker', 1, 'prlimit: failed to set the NOFILE resource limit');
  const { description } = await findSandbox({ path, image: 'gcc:14' });
  expect(description).toMatch(/failed in it: prlimit: failed to set the NOFILE/);
});

test('an engine for containers is asked only when there is an image', async () => {
  const path = folderWith('docker', 125, 'Cannot connect to the Docker daemon');
  expect((await findSandbox({ path })).description).toMatch(/RUSTWARD_SANDBOX_IMAGE/);
  const asked = await findSandbox({ path, image: 'gcc:14' });
  expect(asked.description).toMatch(/gcc:14 does not work: .*Cannot connect to the Docker daemon/);
});

test('with --allow-unsandboxed a trusted tree is used without walls, but with limits', async () => {
  const path = temporaryFolder();
  const sandbox = await findSandbox({ path, allowUnsandboxed: true });
  expect(sandbox.isolates).toBe(false);
  const run = (script: string) =>
    sandbox.run({
      command: ['/bin/sh', '-c', script],
      tree: path,
      access: 'read',
      limits: { wallSeconds: 2 },
    });
  process.env['RUSTWARD_TEST_CANARY'] = 'canary';
  expect((await run('echo "$RUSTWARD_TEST_CANARY$PWD"')).stdout).toBe(`${path}\n`);
  delete process.env['RUSTWARD_TEST_CANARY'];
  expect((await run('sleep 60 & sleep 60')).end).toEqual({ kind: 'stopped', limit: 'wall time' });
});

test('a program is looked for in absolute folders only', () => {
  const folder = folderWith('tool', 0, '');
  expect(findProgram('tool', `.:relative:${folder}`)).toBe(join(folder, 'tool'));
  expect(findProgram('tool', 'bin:.')).toBeUndefined();
});
