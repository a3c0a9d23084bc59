import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ItemDigests } from '../../../src/code/c/declarations/item-digests.ts';
import { withClang } from '../../support/clang.ts';
import { rustward } from '../../support/command-line.ts';
import { migratedProject, withComparedRust } from '../../support/migrated-project.ts';
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
  expect(stdout).toContain('not met  Blocked functions     33.3 % (1 of 3); wanted at most 20 %');
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
    expect(stdout).toContain('  open     Compared with the C   nothing yet; wanted at least 80 %');
    expect(stdout).toContain('  open     Blocked functions     nothing yet; wanted at most 20 %');
    expect(stdout).not.toMatch(/^ *met /m);
    const page = join(folder, 'page/status.html');
    const args = ['migrate', 'status', folder, '--format', 'json', '--html', page];
    const state = JSON.parse(rustward(args).stdout);
    expect(state.phases.map(({ met }: { met: boolean | null }) => met)).toEqual([
      ...[null, null, null, null, null, null],
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

withClang('once the C or the Rust of a migrated function has changed', () => {
  const C =
    '#define STEP 1\nint add(int a) {\n  return a + STEP;\n}\nint half(int a) {\n  return a / 2;\n}\n';

  /** With records of a comparison of that C and of the Rust, but for what is said of them. */
  async function comparedProject(now: string): Promise<string> {
    const folder = temporaryFolder({ ...(await withComparedRust(migratedProject())), 'sum.c': C });
    for (const [name, used] of Object.entries({ add: ['add', 'STEP'], half: ['half'] })) {
      const digests = new ItemDigests(() => C);
      const names = used.map((one) => [one, digests.digest('sum.c', one)]);
      const path = join(folder, `.rustward/c2rust/symbol_map/sum.c/${name}.json`);
      const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
      const compared_c = { 'sum.c': Object.fromEntries(names) };
      writeFileSync(path, JSON.stringify(Object.assign({}, record, { compared_c })));
    }
    writeFileSync(join(folder, 'sum.c'), now);
    return folder;
  }

  test('it is as it was compared where only comments have', async () => {
    const { stdout } = rustward(['migrate', 'status', await comparedProject(`/* New. */\n${C}`)]);
    expect(stdout).toContain(
      'met      Unchanged C and Rust  as they were compared for 2 functions',
    );
  });

  test('status says so, does not count it, and does not meet its gate', async () => {
    const folder = await comparedProject(C.replace('STEP 1', 'STEP 2'));
    const page = join(folder, 'page.html');
    const { status, stdout } = rustward(['migrate', 'status', folder, '--html', page]);
    expect(status).toBe(1);
    const because = 'the C has changed since it was compared: STEP in sum.c, which it uses';
    expect(stdout).toContain(`  add: ${because}`);
    expect(stdout).toContain('3 functions: 1 migrated, 1 stale, 0 not needed, 1 blocked, 0 to do');
    expect(stdout).toContain('1 of 2 compared with the C: 5,000 cases equal');
    expect(stdout).toContain(
      'not met  Unchanged C and Rust  changed since they were compared, or without a record of it, for 1 of 2 functions; wanted none changed',
    );
    expect(readFileSync(page, 'utf8')).toContain(because);
    expect(JSON.parse(rustward(['migrate', 'status', folder, '--json']).stdout)).toMatchObject({
      totals: { compared: 1, cases: 5000, by_state: { migrated: 1, stale: 1 } },
      functions: [
        { name: 'add', state: 'stale', reason: because, evidence: { kind: 'not checked' } },
        { name: 'half', state: 'migrated' },
        { name: 'total' },
      ],
    });
  });

  test('so do a scan and a dry run, with the status of a gate that is not met', async () => {
    const folder = await comparedProject(C.replace('/ 2', '/ 3'));
    const because = 'the C has changed since it was compared: half in sum.c';
    const scan = rustward(['migrate', 'scan', folder, '--format', 'json']);
    expect([scan.status, JSON.parse(scan.stdout)]).toMatchObject([
      1,
      { stale: [{ name: 'half', file: 'sum.c', because }] },
    ]);
    expect(scan.stderr).toContain(`stale: half (sum.c): ${because}`);
    const dry = rustward(['migrate', 'run', folder, '--dry-run']);
    expect(dry.stdout).toContain(
      '2 functions: 1 stale, so not compared as they are, 1 migrated before',
    );
    expect(dry.stdout).toMatch(/half +sum\.c:5 +stale +the C has changed since/);
    expect(dry.status).toBe(1);
    writeFileSync(join(folder, 'sum.c'), C);
    const plain = rustward(['migrate', 'run', folder, '--dry-run']);
    expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining('2 migrated before')]);
  });

  test('one whose Rust has changed is stale, too: not for a comment, and with what it uses', async () => {
    const folder = await comparedProject(C);
    const crate = join(folder, 'rust/src/lib.rs');
    const rust = readFileSync(crate, 'utf8');
    writeFileSync(
      crate,
      rust.replace('/// Adds one.', '/// Adds 1.').replace('half(add', 'add(half'),
    );
    const same = rustward(['migrate', 'status', folder]).stdout;
    expect(same).toContain('met      Unchanged C and Rust  as they were compared for 2 functions');
    writeFileSync(crate, rust.replace('wrapping_add(1)', 'wrapping_add(2)'));
    const because = 'the Rust has changed since it was compared: fn add in src/lib.rs';
    const { status, stdout } = rustward([
      'migrate',
      'status',
      folder,
      '--html',
      join(folder, 'p.html'),
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain(`  add: ${because}\n  half: ${because}, which it uses\n`);
    expect(stdout).toContain('0 migrated, 2 stale');
    expect(stdout).toContain('not met  Unchanged C and Rust');
    expect(readFileSync(join(folder, 'p.html'), 'utf8')).toContain(because);
    const scan = rustward(['migrate', 'scan', folder]);
    expect([scan.status, scan.stderr]).toEqual([
      ...[1, expect.stringContaining(`stale: add (sum.c): ${because}`)],
    ]);
    const dry = rustward(['migrate', 'run', folder, '--dry-run']);
    expect([dry.status, dry.stdout]).toEqual([1, expect.stringContaining('2 stale')]);
  });

  test('records of an earlier version are said to be that, once', () => {
    const folder = temporaryFolder({ ...migratedProject(), 'sum.c': C });
    const { status, stderr } = rustward(['migrate', 'run', folder, '--dry-run']);
    expect(status).toBe(0);
    expect(
      stderr.match(/2 of 2 migrated functions were recorded by an earlier version/g),
    ).toHaveLength(1);
    expect(rustward(['migrate', 'scan', folder]).status).toBe(0);
  });
});
