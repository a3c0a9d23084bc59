import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { cRuntime } from '../src/equivalence/c/runtime.ts';
import { ASSETS, asset } from '../src/workspace/asset.ts';
import { findProgram } from '../src/workspace/toolchain/find-program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const clang = findProgram('clang');
const rustc = findProgram('rustc');
const withClang = clang === undefined ? describe.skip : describe;
const withRustc = rustc === undefined ? describe.skip : describe;

test('every file of the folder has a name in the program', () => {
  const cwd = join(import.meta.dirname, '../assets');
  const files = globSync('*/*', { cwd });
  expect(files.sort()).toEqual([...ASSETS].sort());
});

withClang('the C', () => {
  const STRICT = ['-Wall', '-Wextra', '-Werror', '-fsyntax-only'];

  test.each(['RW_SANITIZED', 'RW_ONE_PROCESS', 'RW_MEMORY'])(
    'of the runtime with %s is without a warning',
    (define) => {
      const folder = temporaryFolder(Object.fromEntries(cRuntime()));
      execFileSync(clang ?? '', [...STRICT, `-D${define}`, 'runtime.c'], { cwd: folder });
    },
  );

  test.each(['kit', 'search'] as const)('of %s.c is without a warning', (name) => {
    const names = [
      `reproduction/${name}.c`,
      `reproduction/${name}.h`,
      'reproduction/changes.h',
    ] as const;
    const folder = temporaryFolder(
      Object.fromEntries(names.map((file) => [file.replace('reproduction/', ''), asset(file)])),
    );
    execFileSync(clang ?? '', [...STRICT, `${name}.c`], { cwd: folder });
  });

  test('that generated calls use is without a warning', () => {
    const names = ['driver.h', 'callback-calls.h'] as const;
    const folder = temporaryFolder({
      ...Object.fromEntries(names.map((name) => [name, asset(`c-driver/${name}`)])),
      'unit.c': names.map((name) => `#include "${name}"\n`).join(''),
    });
    execFileSync(clang ?? '', [...STRICT, 'unit.c'], { cwd: folder });
  });
});

withRustc('the Rust', () => {
  /** Nothing calls what generated code would call. */
  const STRICT = ['--edition=2021', '-Dwarnings', '-Adead_code', '--emit=metadata'];

  test.each(['process', 'no_process'] as const)(
    'of the driver with %s.rs is without a warning',
    (process) => {
      const parts = ['runtime', 'streams', 'files', process, 'callbacks'] as const;
      const folder = temporaryFolder({
        'main.rs': [GENERATED, ...parts.map((part) => asset(`rust-driver/${part}.rs`))].join('\n'),
      });
      execFileSync(rustc ?? '', [...STRICT, 'main.rs'], { cwd: folder });
    },
  );

  test('of the shims is without a warning', () => {
    const folder = temporaryFolder({ 'lib.rs': asset('shims/runtime.rs') });
    execFileSync(rustc ?? '', [...STRICT, '--crate-type=lib', 'lib.rs'], { cwd: folder });
  });
});

/** What stands around these files in a driver that calls nothing. */
const GENERATED = `
const PLACES: &[&str] = &["a"];
const TARGETS: &[&str] = &["a"];
const WORLD: &str = "world";
const WORKING_FOLDER: &str = "world/here";
const PRINTS: bool = true;
const MAY_END: bool = true;
const ALONE: bool = false;
type Handle = ();
fn begin_case() {}
fn effects(_: u32, _: &mut Writer) {}
fn call(_: u32, _: &mut Reader, _: &mut Writer, _: &mut Vec<Option<Handle>>) {}
`;
