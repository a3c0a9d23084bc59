import { expect, test } from '@jest/globals';
import { checkCrateAllowed } from '../../../src/migration/crate/allow-crate.ts';
import { Cargo } from '../../../src/migration/crate/cargo.ts';
import { tryCrates } from '../../../src/migration/replace/try-crates.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { CRATES, crateRegistry } from '../../support/crate-registry.ts';

const sandbox = await findSandbox();
/** Skipped by name where cargo or bubblewrap is missing. */
const withCargo = sandbox.isolates && findProgram('cargo') !== undefined ? test : test.skip;

/** With a registry that is a folder: real cargo in the sandbox, and no network. */
async function tried(libraries: string[], apis: string[], disabled: string[] = []) {
  const home = crateRegistry({
    ...CRATES,
    cc: {
      'Cargo.toml': '[package]\nname = "cc"\nversion = "1.0.0"\nedition = "2021"\n',
      'src/lib.rs': '',
    },
    'sums-in-c': {
      'Cargo.toml':
        '[package]\nname = "sums-in-c"\nversion = "1.0.0"\nedition = "2021"\n\n[build-dependencies]\ncc = "1"\n',
      'build.rs': 'fn main() {}\n',
      'src/lib.rs': 'pub fn sum() {}\n',
    },
  });
  const { signal } = new AbortController();
  const cargo = new Cargo({
    ...{ sandbox, toolchain: rustToolchain(process.env['PATH']), home, signal, testSeconds: 5 },
  });
  const allow = (name: string) => checkCrateAllowed(name, { disabled, home, signal });
  try {
    return await tryCrates(libraries, apis, { cargo, allow });
  } finally {
    cargo.close();
  }
}

withCargo('a crate that builds and has what is to be used is good', async () => {
  const apis = ['tiny_checksum::rolling', 'tiny_checksum::Rolling::update'];
  expect(await tried(['tiny-checksum'], apis)).toEqual({
    kind: 'good',
    crates: [{ name: 'tiny-checksum', version: '1.2.3' }],
  });
});

withCargo('a made-up crate is refused, and so is a made-up path', async () => {
  expect(await tried(['fast-checksums'], ['fast_checksums::sum'])).toEqual({
    kind: 'refused',
    reason: 'fast-checksums: the registry has no crate of that name',
  });
  const apis = ['tiny_checksum::rolling', 'tiny_checksum::rolling_le'];
  expect(await tried(['tiny-checksum'], apis)).toEqual({
    kind: 'refused',
    reason: 'there is no tiny_checksum::rolling_le',
  });
});

withCargo('a crate that does not build is refused with the first error', async () => {
  expect(await tried(['broken-sums'], ['broken_sums::sum'])).toEqual({
    kind: 'refused',
    reason: 'broken-sums cannot be built: mismatched types',
  });
});

withCargo('a crate that builds C is refused, and so is one that the config rules out', async () => {
  expect(await tried(['sums-in-c'], ['sums_in_c::sum'])).toEqual({
    kind: 'refused',
    reason: 'sums-in-c builds C, by cc',
  });
  expect(await tried(['tiny-checksum'], ['tiny_checksum::rolling'], ['Tiny_Checksum'])).toEqual({
    kind: 'refused',
    reason: 'tiny-checksum: the config of the migration rules it out',
  });
});

withCargo('the standard library needs no crate', async () => {
  expect(await tried(['std'], ['std::slice::sort_unstable'])).toEqual({ kind: 'good', crates: [] });
  expect(await tried(['std'], ['std::slices::Sorter::sort'])).toMatchObject({ kind: 'refused' });
});
