import { afterAll, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { Cargo } from '../../../src/migration/crate/cargo.ts';
import { withFiles } from '../../../src/migration/crate/crate-files.ts';
import { newCrate } from '../../../src/migration/crate/new-crate.ts';
import { buildAndTest } from '../../../src/migration/transpile/build-and-test.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { cargoHome } from '../../../src/workspace/toolchain/crate-registry.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';

const parser = await loadGrammars().parser('rust');
const sandbox = await findSandbox();
const hasCargo = sandbox.isolates && findProgram('cargo') !== undefined;
/** Skipped by name where cargo or bubblewrap is missing. */
const withCargo = hasCargo ? test : test.skip;

const cargo = new Cargo({
  sandbox,
  toolchain: rustToolchain(process.env['PATH']),
  home: cargoHome(process.env),
  signal: new AbortController().signal,
  testSeconds: 20,
});
afterAll(() => cargo.close());

const TESTS = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1), 2);
    }
}
`;
/** It calls a method whose name a trait of the library has, too: then the compiler suggests nothing for an unused import of that. */
const ADD = `
/// A log.
pub struct Log;

impl Log {
    /// One.
    pub fn flush(&self) -> u8 {
        1
    }
}

/// Adds one.
pub fn add(x: u8) -> u8 {
    x + Log.flush()
}
`;

async function build(imports: string, tests = TESTS) {
  const modules = [{ name: 'sum', doc: 'Sums.', functions: [], modules: [] }];
  const empty = newCrate({ name: 'sums', modules });
  const text = `//! Sums.\n${imports}${ADD}${tests}`;
  const result = await buildAndTest(withFiles(empty, { 'src/sum.rs': text }), {
    ...{ cargo, parser, knownWarnings: new Set<string>(), plannedNames: ['add'] },
    ...{ awaitsOthers: false, isAllowed: () => true },
  });
  return { ...result, text: result.files.get('src/sum.rs') };
}

withCargo(
  'an import that nothing uses goes, also one for which the compiler has no fix',
  async () => {
    const { kind, text } = await build('\nuse std::cell::{Cell, RefCell};\nuse std::io::Write;\n');
    expect(kind).toBe('good');
    expect(text).toBe(`//! Sums.\n${ADD}${TESTS}`);
  },
);

withCargo('one that only the tests use stays, and is a problem', async () => {
  const uses = TESTS.replace(
    'assert_eq!',
    'Vec::new().write_all(b"x").unwrap();\n        assert_eq!',
  );
  const result = await build('\nuse std::io::Write;\n', uses);
  expect(result.kind).toBe('compile');
  expect('problem' in result && result.problem).toContain('unused import: `std::io::Write`');
  expect(result.text).toContain('use std::io::Write;');
});
