import { expect, test } from '@jest/globals';
import { buildCommands } from '../../../src/security/fix/build-commands.ts';
import { checkTree } from '../../../src/security/fix/check-tree.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const C = { 'main.c': 'int main(void) { return 0; }\n' };
const CARGO = '[package]\nname = "greeter"\nversion = "0.1.0"\nedition = "2021"\n';
const CMAKE =
  'cmake_minimum_required(VERSION 3.10)\nproject(greeter C)\nadd_executable(greeter main.c)\n';

async function checked(files: Readonly<Record<string, string>>) {
  const tree = temporaryFolder(files);
  const commands = buildCommands(tree, rustToolchain(process.env['PATH']));
  const sandbox = await findSandbox({ path: process.env['PATH'] });
  return await checkTree(tree, commands, sandbox, new AbortController().signal);
}

const withCmake = findProgram('cmake') === undefined ? test.skip : test;
const withCargo = findProgram('cargo') === undefined ? test.skip : test;

inSandbox('checkTree', () => {
  withCmake('CMake, with tests where they are enabled', async () => {
    expect(await checked({ ...C, 'CMakeLists.txt': CMAKE })).toMatchObject({
      ...{ built: { state: 'passed' }, tested: { state: 'not run' } },
    });
    const tests = 'enable_testing()\nadd_test(NAME runs COMMAND greeter)\n';
    expect(await checked({ ...C, 'CMakeLists.txt': CMAKE + tests })).toMatchObject({
      ...{ built: { state: 'passed' }, tested: { state: 'passed' } },
    });
  });

  withCargo('Cargo: a test that fails is told with what it said', async () => {
    const lib = (sum: number) =>
      `pub fn two() -> i32 { 1 + 1 }\n#[test]\nfn adds() { assert_eq!(two(), ${sum}); }\n`;
    const good = await checked({ 'Cargo.toml': CARGO, 'src/lib.rs': lib(2) });
    expect(good).toMatchObject({ built: { state: 'passed' }, tested: { state: 'passed' } });
    const bad = await checked({ 'Cargo.toml': CARGO, 'src/lib.rs': lib(3) });
    expect(bad).toMatchObject({ built: { state: 'passed' }, tested: { state: 'failed' } });
    expect(bad.output).toContain('assertion `left == right` failed');
  });

  test('make, in a copy: the tree stays as it is', async () => {
    const files = { ...C, Makefile: 'all:\n\t$(CC) -o x main.c\n\ncheck: all\n\t./x\n\tfalse\n' };
    expect(await checked(files)).toMatchObject({
      built: { state: 'passed', detail: 'make' },
      tested: { state: 'failed', detail: 'make check exited with status 2' },
    });
  });
});

test('nobody guesses how a tree is built', () => {
  expect(buildCommands(temporaryFolder(C), undefined)).toEqual({ build: [], test: [] });
});
