import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Cargo } from '../../../src/migration/crate/cargo.ts';
import type { SandboxCommand, SandboxResult } from '../../../src/workspace/sandbox/sandbox.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What cargo is asked, and what is made of its answers; `cargo.test.ts` has the real one.

const FILES = new Map([['Cargo.toml', '[package]\nname = "x"\n']]);

type Said = Partial<Pick<SandboxResult, 'stdout' | 'stderr' | 'end'>>;

let opened: Cargo[] = [];
afterEach(() => {
  for (const cargo of opened) cargo.close();
  opened = [];
});

/** Cargo in a sandbox that answers with these, one after the other. */
function cargoThat(...answers: readonly Said[]) {
  const commands: SandboxCommand[] = [];
  const left = [...answers];
  const run = (command: SandboxCommand): Promise<SandboxResult> => {
    commands.push(command);
    const end = { kind: 'exited', status: 0 } as const;
    return Promise.resolve({ end, reached: [], stdout: '', stderr: '', ...left.shift() });
  };
  const cargo = new Cargo({
    sandbox: { description: 'one for tests', isolates: true, run },
    ...{ toolchain: '/opt/rust', home: temporaryFolder(), testSeconds: 7 },
    signal: new AbortController().signal,
  });
  opened.push(cargo);
  const asked = () => commands.map(({ command }) => command.slice(4).join(' '));
  return { cargo, commands, asked };
}

const FAILED = { kind: 'exited', status: 101 } as const;

test('a folder is there as long as cargo is, and gone then', () => {
  const { cargo } = cargoThat();
  const folder = cargo.crateFolder;
  expect(existsSync(folder)).toBe(true);
  cargo.close();
  expect(existsSync(folder)).toBe(false);
  cargo.close();
});

test('it runs in the crate, with the toolchain and nothing of ours', async () => {
  const { cargo, commands } = cargoThat();
  await cargo.format(FILES);
  expect(commands).toMatchObject([
    {
      command: ['sh', '-c', 'cd crate && exec "$@"', 'sh', 'cargo', 'fmt'],
      access: 'write',
      tools: expect.arrayContaining(['/opt/rust']),
      environment: {
        ...{ PATH: '/opt/rust/bin:/usr/local/bin:/usr/bin:/bin', CARGO_TARGET_DIR: '/work/target' },
        ...{ CARGO_TERM_COLOR: 'never', CARGO_PROFILE_DEV_DEBUG: '0', RUST_BACKTRACE: '0' },
      },
      limits: { wallSeconds: 300, cpuSeconds: 1200, processes: 512 },
    },
  ]);
});

test('a crate that cannot be formatted stays as it is', async () => {
  const { cargo } = cargoThat({ end: FAILED });
  expect(await cargo.format(FILES)).toBe(FILES);
});

describe('the tools', () => {
  test('are there where both say their versions', async () => {
    const { cargo, asked } = cargoThat({});
    await cargo.checkTools();
    expect(asked()).toEqual(['sh -c cargo fmt --version && cargo clippy --version']);
  });

  test.each<[Said, string]>([
    [{ end: FAILED, stderr: '\nno such command: fmt\nmore' }, 'no such command: fmt'],
    [{ end: FAILED }, 'status 101'],
  ])('are missing: %j', async (said, what) => {
    const { cargo } = cargoThat(said);
    await expect(cargo.checkTools()).rejects.toThrow(
      new RegExp(`^Rust cannot be built here: .*${what}.*\\. Install it with rustup`),
    );
  });
});

describe('what is wrong with a crate', () => {
  const form = 'cargo clippy --offline --lib --tests --message-format=json';

  test('is asked for once for the same files', async () => {
    const { cargo, asked } = cargoThat({}, {});
    const first = await cargo.diagnose(FILES);
    expect(first).toEqual({ diagnostics: [], files: FILES });
    expect(await cargo.diagnose(first.files)).toBe(first);
    await cargo.diagnose(new Map([...FILES, ['src/lib.rs', '']]));
    expect(asked()).toEqual([form, form]);
  });

  test('may be that nothing was built', async () => {
    const { cargo } = cargoThat({ end: FAILED, stderr: 'error: no manifest\n' });
    expect((await cargo.diagnose(FILES)).problem).toMatch(/^error: no manifest\n.*101/);
  });
});

describe('tests', () => {
  const PASSED =
    '\nrunning 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed\n';

  test.each([
    ['lib', '--lib'],
    ['all', '--tests'],
  ] as const)('%s are built, and run within their own time', async (which, target) => {
    const { cargo, asked, commands } = cargoThat({}, { stdout: PASSED, stderr: 'said' });
    const outcome = await cargo.test(FILES, which);
    expect(asked()).toEqual([
      `cargo test --offline ${target} --no-run --message-format=json`,
      `cargo test --offline ${target} --no-fail-fast`,
    ]);
    expect(commands.map(({ limits }) => limits?.wallSeconds)).toEqual([300, 7]);
    expect(outcome).toMatchObject({
      ...{ kind: 'ran', ended: true, run: { passed: ['a'], failed: [{ name: 'b' }] } },
      said: expect.stringContaining(`${PASSED}\nsaid\n`),
    });
  });

  test('that do not build are not run', async () => {
    const { cargo, asked } = cargoThat({ end: FAILED, stderr: 'error: x' });
    expect(await cargo.test(FILES, 'all')).toEqual({
      ...{ kind: 'not built', diagnostics: [], said: 'error: x' },
    });
    expect(asked()).toHaveLength(1);
  });

  test('that end the process early have not ended', async () => {
    const { cargo } = cargoThat({}, { stdout: 'test a ... ok\n', end: FAILED });
    expect(await cargo.test(FILES, 'all')).toMatchObject({ kind: 'ran', ended: false });
  });
});

test('packages are named once each, suggestions and fixes are asked of clippy', async () => {
  const { cargo, asked } = cargoThat({
    stdout: 'x v0.1.0 (/work)\nserde v1.0.1\nserde v1.0.1 (*)\n\n',
  });
  expect(await cargo.packages(FILES)).toEqual(['x', 'serde']);
  expect(await cargo.suggestions(FILES)).toEqual([]);
  expect(await cargo.applyFixes(FILES)).toEqual(FILES);
  expect(asked()).toEqual([
    'cargo tree --offline --edges normal,build --prefix none --format {p}',
    'cargo clippy --offline --all-targets --message-format=json',
    'cargo clippy --fix --offline --lib --tests --allow-no-vcs --broken-code --quiet',
  ]);
});
