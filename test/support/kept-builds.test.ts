import { linkSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Sandbox, SandboxCommand, SandboxEnd } from '../../src/workspace/sandbox/sandbox.ts';
import { openBuiltStore } from './built-store.ts';
import { KeptBuilds } from './kept-builds.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CARGO = ['/tools/cargo', 'build', '--offline'] as const;
const CLANG = [
  'sh',
  '-c',
  "cd c\n( 'clang' '-c' './.rustward-driver.c' '-o' '../one.o' && 'clang' '../one.o' '-o' '../one' ) & wait",
] as const;
const PROGRAM = 'target/debug/rustward-driver';

/** A compiler that writes into each file how often it was started. */
function counting(files: readonly string[], end: SandboxEnd = { kind: 'exited', status: 0 }) {
  let runs = 0;
  const sandbox: Sandbox = {
    ...{ description: 'a test', isolates: true },
    run: ({ tree }) => {
      runs += 1;
      for (const file of files) writeFileSync(join(tree, file), `built ${runs}`, { mode: 0o755 });
      return Promise.resolve({ end, reached: [], stdout: '', stderr: `said ${runs}` });
    },
  };
  return sandbox;
}

const crateTree = (text = 'fn main() {}') =>
  temporaryFolder({ 'driver/src/main.rs': text, 'crate/src/lib.rs': '', 'target/debug/x': '' });

function building(sandbox: Sandbox, folder = temporaryFolder(), compilers: readonly string[] = []) {
  const kept = new KeptBuilds(sandbox, compilers, openBuiltStore(folder));
  return async (tree: string, command: SandboxCommand['command'] = CARGO) =>
    await kept.run({ command, tree, access: 'write' });
}

test('what the same files give is built once, wherever they are, and by whichever run', async () => {
  const [sandbox, folder] = [counting([PROGRAM]), temporaryFolder()];
  const first = await building(sandbox, folder)(crateTree());
  const tree = crateTree();
  expect(await building(sandbox, folder)(tree)).toEqual(first);
  expect(readFileSync(join(tree, PROGRAM), 'utf8')).toBe('built 1');
  expect(statSync(join(tree, PROGRAM)).mode & 0o777).toBe(0o755);
});

test('another file, command or compiler builds anew', async () => {
  const [sandbox, folder] = [counting([PROGRAM]), temporaryFolder()];
  const compiler = join(temporaryFolder({ rustc: 'old' }), 'rustc');
  const run = building(sandbox, folder, [compiler]);
  const said = async (tree: string, command?: SandboxCommand['command']) =>
    (await run(tree, command)).stderr;
  expect(await said(crateTree())).toBe('said 1');
  expect(await said(crateTree('fn main() { }'))).toBe('said 2');
  expect(await said(crateTree(), [...CARGO, '--target', 'x'])).toBe('said 3');
  writeFileSync(compiler, 'newer');
  expect(await said(crateTree())).toBe('said 4');
  expect(await said(crateTree())).toBe('said 4');
});

test('the other name of a program that is replaced stays as it is', async () => {
  const [sandbox, folder] = [counting([PROGRAM]), temporaryFolder()];
  await building(sandbox, folder)(crateTree());
  const tree = crateTree();
  writeFileSync(join(tree, 'target/debug/deps'), 'of cargo');
  linkSync(join(tree, 'target/debug/deps'), join(tree, PROGRAM));
  await building(sandbox, folder)(tree);
  expect(readFileSync(join(tree, PROGRAM), 'utf8')).toBe('built 1');
  expect(readFileSync(join(tree, 'target/debug/deps'), 'utf8')).toBe('of cargo');
});

test('of a build in C the programs are kept, and not the object that is removed', async () => {
  const [sandbox, folder] = [counting(['one.o', 'one']), temporaryFolder()];
  const tree = () => temporaryFolder({ 'c/.rustward-driver.c': '', 'runtime/runtime.c': '' });
  await building(sandbox, folder)(tree(), CLANG);
  const again = tree();
  await building(sandbox, folder)(again, CLANG);
  expect(readFileSync(join(again, 'one'), 'utf8')).toBe('built 1');
  expect(statSync(join(again, 'one.o'), { throwIfNoEntry: false })).toBeUndefined();
});

test.each(['clippy', 'fmt'])('of cargo %s all files are kept that it has changed', async (task) => {
  const [sandbox, folder] = [counting(['crate/src/lib.rs']), temporaryFolder()];
  const command = ['sh', '-c', 'cd crate && exec "$@"', 'sh', 'cargo', task] as const;
  await building(sandbox, folder)(crateTree(), command);
  const tree = crateTree();
  expect((await building(sandbox, folder)(tree, command)).stderr).toBe('said 1');
  expect(readFileSync(join(tree, 'crate/src/lib.rs'), 'utf8')).toBe('built 1');
});

test.each([
  ['a run of a program', ['./rust-side', 'cases'], { kind: 'exited', status: 0 }],
  [
    'tests',
    ['sh', '-c', 'cd crate && exec "$@"', 'sh', 'cargo', 'test'],
    { kind: 'exited', status: 0 },
  ],
  ['a build that was stopped', CARGO, { kind: 'stopped', limit: 'wall time' }],
] satisfies [string, SandboxCommand['command'], SandboxEnd][])(
  'is done each time: %s',
  async (_, command, end) => {
    const run = building(counting([], end));
    const tree = crateTree();
    expect((await run(tree, command)).stderr).toBe('said 1');
    expect((await run(tree, command)).stderr).toBe('said 2');
  },
);

test('what was not read for three days is removed', () => {
  const [folder, now] = [temporaryFolder(), Date.now()];
  const hours = (count: number) => now + count * 3_600_000;
  openBuiltStore(folder, now).put('key', Buffer.from('bytes'));
  expect(openBuiltStore(folder, hours(70)).get('key')?.toString()).toBe('bytes');
  utimesSync(join(folder, 'swept'), now / 1000, now / 1000);
  expect(openBuiltStore(folder, hours(140)).get('key')?.toString()).toBe('bytes');
  expect(openBuiltStore(folder, hours(220)).get('key')).toBeUndefined();
});
