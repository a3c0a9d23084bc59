import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { migratedProject } from '../../support/migrated-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('shows functions, evidence, effort and gates, and writes the page', () => {
  const folder = temporaryFolder(migratedProject());
  const { status, stdout, stderr } = rustward([
    'migrate',
    'status',
    folder,
    '--html',
    join(folder, 'report.html'),
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(1);
  expect(stdout).toContain(
    'add       migrated  lib.rs  5,000 cases equal    100 %       0      4      1k  $0.02   4 s',
  );
  expect(stdout).toContain(
    'half      migrated  lib.rs  5,000 cases equal    100 %       1      4      1k  $0.02   4 s',
  );
  expect(stdout).toContain('  total: the tests fail');
  expect(stdout).toContain('3 functions: 2 migrated, 0 not needed, 1 blocked, 0 to do');
  expect(stdout).toContain('not met  Blocked functions    33.3 % (1 of 3); wanted at most 20 %');
  expect(stdout).toContain('failed   unsafe code: an unsafe block without a SAFETY comment');
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(page).toContain('2 of 3 functions migrated');
  expect(page).toContain('<g class="node blocked"><g><a href="#function-2"');
});

test('writes what was undefined in the C, where a file is named', () => {
  const folder = temporaryFolder(migratedProject());
  const sarif = join(folder, 'c.sarif');
  rustward(['migrate', 'status', folder, '--sarif', sarif]);
  expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({
    ...{
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Rustward migrate' } }, results: [] }],
    },
  });
  const refused = rustward(['migrate', 'status', folder, '--sarif', '/proc/no/such/c.sarif']);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('no/such/c.sarif')]);
});

test('prints JSON', () => {
  const folder = temporaryFolder(migratedProject());
  const parsed: unknown = JSON.parse(rustward(['migrate', 'status', folder, '--json']).stdout);
  expect(parsed).toMatchObject({
    version: 1,
    crate: 'rust',
    totals: {
      functions: 3,
      compared: 2,
      cases: 10_000,
      unsafe_lines: 1,
      tests: 1,
      model_calls: 12,
    },
    functions: [
      { name: 'add' },
      { name: 'half', unsafe_lines: 1 },
      { name: 'total', state: 'blocked' },
    ],
  });
});

withClang('before anything is migrated', () => {
  test('nothing is said to be met', () => {
    const folder = temporaryFolder({ 'a.c': 'int one(void) { return 1; }\n' });
    rustward(['migrate', 'scan', folder]);
    const { status, stdout } = rustward(['migrate', 'status', folder]);
    expect(status).toBe(0);
    expect(stdout).toContain('  open     Compared with the C  nothing yet; wanted at least 80 %');
    expect(stdout).toContain('  open     Blocked functions    nothing yet; wanted at most 20 %');
    expect(stdout).not.toMatch(/^ *met /m);
    const page = join(folder, 'page/status.html');
    const args = ['migrate', 'status', folder, '--format', 'json', '--html', page];
    const state = JSON.parse(rustward(args).stdout);
    expect(state.phases.map(({ met }: { met: boolean | null }) => met)).toEqual([
      ...[null, null, null, null],
    ]);
    expect(readFileSync(page, 'utf8')).not.toContain('<li class="met">');
  });
});

test('the thresholds are those of the config', () => {
  const folder = temporaryFolder(migratedProject());
  const config = join(folder, '.rustward/c2rust/config.json');
  writeFileSync(config, JSON.stringify({ gates: { max_blocked_percent: 40 } }));
  expect(rustward(['migrate', 'status', folder]).stdout).toContain('met      Blocked functions');
  writeFileSync(config, JSON.stringify({ gates: { max_blocked_percent: 400 } }));
  const { status, stderr } = rustward(['migrate', 'status', folder]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(
      'gates in config.json cannot be used: at max_blocked_percent: ',
    ),
  });
});

test('a project that was not scanned is told so', () => {
  const { status, stderr } = rustward(['migrate', 'status', temporaryFolder({ 'a.c': '' })]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('migrate scan'),
  });
});
