import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustward } from '../../support/command-line.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { migratedProject, withComparedRust } from '../../support/migrated-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hasCargo = (await findSandbox()).isolates && findProgram('cargo') !== undefined;
/** Skipped by name where cargo or bubblewrap is missing. */
const withCargo = hasCargo ? test : test.skip;

withCargo('each step that stays green is a commit, and what C offers stays public', async () => {
  const folder = gitRepository(await withComparedRust(migratedProject()));
  const { status, stdout, stderr } = rustward(['migrate', 'optimize', join(folder, 'rust')]);
  expect(status).toBe(0);
  expect(stdout).toContain('gate    new findings passed');
  expect(stderr).toMatch(/\bwrote \S*optimize_report\.json\n/);
  expect(stderr).toContain(
    '2 migrated functions changed since compared with the C: add, half; rustward migrate run compares them anew',
  );
  const source = readFileSync(join(folder, 'rust/src/lib.rs'), 'utf8');
  expect(source).toContain('    a.wrapping_add(1)\n');
  expect(source).toContain('    add(a.wrapping_add(a))\n');
  expect(source).toContain('pub fn add(');
  expect(source).toContain('pub(crate) fn half(');
  const titles = git(folder, 'log', '--format=%s').trim().split('\n').reverse();
  expect(titles.slice(0, 3)).toEqual([
    'change',
    'Follow clippy::needless_return: unneeded `return` statement',
    'Remove unsafe within half',
  ]);
  const report: unknown = JSON.parse(
    readFileSync(join(folder, '.rustward/c2rust/optimize_report.json'), 'utf8'),
  );
  expect(report).toMatchObject({ files_scanned: 1, errors: [], gates: [{ outcome: 'passed' }] });
});

test('what is not committed is not touched', () => {
  const folder = gitRepository(migratedProject());
  const path = join(folder, 'rust/src/lib.rs');
  const mine = `${readFileSync(path, 'utf8')}// mine\n`;
  writeFileSync(path, mine);
  const { status, stderr } = rustward(['migrate', 'optimize', join(folder, 'rust')]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'rustward: src/lib.rs has changes that are not committed; commit them, and run again\n',
  });
  expect(readFileSync(path, 'utf8')).toBe(mine);
});

test('a folder without a manifest is no crate', () => {
  const { status, stderr } = rustward(['migrate', 'optimize', temporaryFolder({ 'a.rs': '' })]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('has no Cargo.toml'),
  });
});
