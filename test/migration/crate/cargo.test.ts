import { afterAll, expect, test } from '@jest/globals';
import { Cargo } from '../../../src/migration/crate/cargo.ts';
import { type CrateFiles, withFiles } from '../../../src/migration/crate/crate-files.ts';
import { newCrate } from '../../../src/migration/crate/new-crate.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { cargoHome } from '../../../src/workspace/toolchain/crate-registry.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';

const sandbox = await findSandbox();
const hasCargo = sandbox.isolates && findProgram('cargo') !== undefined;
/** Skipped by name where cargo or bubblewrap is missing. */
const withCargo = hasCargo ? test : test.skip;

const cargo = new Cargo({
  sandbox,
  toolchain: rustToolchain(process.env['PATH']),
  home: cargoHome(process.env),
  signal: new AbortController().signal,
  testSeconds: 2,
});
afterAll(() => cargo.close());

const empty = newCrate({
  name: 'shapes',
  modules: [{ name: 'square', doc: 'Squares.', functions: [], modules: [] }],
});

function crate(square: string): CrateFiles {
  return withFiles(empty, { 'src/square.rs': square });
}

withCargo('a planned crate builds without a warning, and has no tests', async () => {
  const { diagnostics, files, problem } = await cargo.diagnose(empty);
  expect({ diagnostics, problem }).toEqual({ diagnostics: [], problem: undefined });
  expect(files.get('Cargo.lock')).toContain('name = "shapes"');
  const tested = await cargo.test(files, 'lib');
  expect(tested).toMatchObject({ kind: 'ran', ended: true, run: { passed: [], failed: [] } });
});

withCargo('errors have their kinds and places, each once', async () => {
  const { diagnostics } = await cargo.diagnose(
    crate(`pub fn a() -> u8 { "x" }
pub fn b() -> HashMap { todo!() }
pub fn c() -> u8 { memchr::memchr(1, b"") }
pub fn d(v: Vec<u8>) -> usize { drop(v); v.len() }
mod inner { fn hidden() {} }
pub fn e() { inner::hidden() }
pub mod nowhere;
`),
  );
  const errors = diagnostics.filter(({ kind }) => kind !== 'warning');
  expect(errors.map(({ kind, line, file }) => [kind, line, file])).toEqual(
    expect.arrayContaining([
      ['module_not_found', 7, 'src/square.rs'],
      ['missing_import', 2, 'src/square.rs'],
      ['dependency_missing', 3, 'src/square.rs'],
    ]),
  );
  const later = await cargo.diagnose(
    crate(`pub fn a() -> u8 { "x" }
mod inner { fn hidden() {} }
pub fn e() { inner::hidden() }
`),
  );
  expect(later.diagnostics.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['type_mismatch', 'visibility']),
  );
  const last = await cargo.diagnose(crate('pub fn d(v: Vec<u8>) -> usize { drop(v); v.len() }\n'));
  expect(last.diagnostics.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    'borrow_checker E0382',
  ]);
});

withCargo('what is not used is named, also where there is too much for the message', async () => {
  const names = 'abcdefgh'.split('').map((letter) => `${letter}_unused`);
  const unusedOf = async (some: readonly string[]) => {
    const methods = some.map((name) => `    fn ${name}(&self) {}\n`).join('');
    const text = `pub struct Square;\nimpl Square {\n${methods}}\n`;
    const { diagnostics } = await cargo.diagnose(crate(text));
    return diagnostics.map(({ code, unused }) => ({ code, unused }));
  };
  expect(await unusedOf(names.slice(0, 2))).toEqual([
    { code: 'dead_code', unused: names.slice(0, 2) },
  ]);
  expect(await unusedOf(names)).toEqual([{ code: 'dead_code', unused: names }]);
});

withCargo('the compiler mends what it knows how to mend', async () => {
  const files = crate('use std::fmt;\npub fn a() -> u8 { let mut x = 1; x }\n');
  const { diagnostics } = await cargo.diagnose(files);
  expect(diagnostics.map(({ kind, isFixable }) => [kind, isFixable])).toEqual([
    ['warning', true],
    ['warning', true],
    ['warning', expect.anything()],
  ]);
  const fixed = await cargo.format(await cargo.applyFixes(files));
  expect((await cargo.diagnose(fixed)).diagnostics).toEqual([]);
});

withCargo('failed tests are named, with what they said; one that hangs is ended', async () => {
  const outcome = await cargo.test(
    crate(`#[cfg(test)]
mod tests {
    #[test] fn good() {}
    #[test] fn bad() { println!("test square::tests::fake ... ok"); assert_eq!(1, 2, "no"); }
    #[test] #[should_panic] fn panics() { panic!() }
}
`),
    'lib',
  );
  expect(outcome).toMatchObject({ kind: 'ran', ended: true });
  if (outcome.kind !== 'ran') return;
  expect(outcome.run.passed).toEqual(['square::tests::good', 'square::tests::panics']);
  expect(outcome.run.failed.map(({ name }) => name)).toEqual(['square::tests::bad']);
  expect(outcome.run.failed[0]?.output).toContain('assertion `left == right` failed: no');
  const hangs = crate('#[cfg(test)]\nmod tests {\n    #[test] fn f() { loop {} }\n}\n');
  const hung = await cargo.test(hangs, 'lib');
  expect(hung).toMatchObject({ kind: 'ran', ended: false });
  expect('said' in hung ? hung.said : '').toContain('ended at its limit of');
  const quits = crate(
    '#[cfg(test)]\nmod tests {\n    #[test] fn f() { std::process::exit(0) }\n}\n',
  );
  expect(await cargo.test(quits, 'lib')).toMatchObject({ kind: 'ran', ended: false });
});
