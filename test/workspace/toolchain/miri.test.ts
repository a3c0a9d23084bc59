import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findMiri } from '../../../src/workspace/toolchain/miri.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = '#!/bin/sh\n';
const RUSTUP = { '.cargo/bin/cargo': PROGRAM, '.cargo/bin/rustup': PROGRAM };
const STABLE = { '.rustup/toolchains/stable/bin/cargo': PROGRAM };
const NIGHTLY = {
  '.rustup/toolchains/nightly/bin/cargo-miri': PROGRAM,
  '.rustup/toolchains/nightly/bin/miri': PROGRAM,
};
const LIBRARY = { '.cache/miri/lib/rustlib/x/lib/libstd.rlib': '' };

/** What is found below a home folder that has these files. */
function foundIn(files: Record<string, string>, more: (home: string) => object = () => ({})) {
  const home = temporaryFolder({ '.cargo/bin/cargo': PROGRAM, ...files });
  chmodSync(join(home, '.cargo/bin/cargo'), 0o755);
  return { home, found: findMiri({ HOME: home, PATH: join(home, '.cargo/bin'), ...more(home) }) };
}

test('is in a toolchain that need not be the default, with the library that was built for it', () => {
  const { home, found } = foundIn({ ...RUSTUP, ...STABLE, ...NIGHTLY, ...LIBRARY });
  const toolchain = join(home, '.rustup/toolchains/nightly');
  expect(found).toEqual({ toolchain, sysroot: join(home, '.cache/miri') });
});

test('its folders may be elsewhere', () => {
  const files = { ...RUSTUP, 'own/lib/rustlib/libstd.rlib': '', 'up/toolchains/n/bin/miri': '' };
  const { home, found } = foundIn({ ...files, 'up/toolchains/n/bin/cargo-miri': '' }, (folder) => ({
    ...{ RUSTUP_HOME: join(folder, 'up'), MIRI_SYSROOT: join(folder, 'own') },
  }));
  expect(found).toEqual({ toolchain: join(home, 'up/toolchains/n'), sysroot: join(home, 'own') });
});

test.each([
  ['rustup', { ...NIGHTLY, ...LIBRARY }, 'Miri comes with rustup alone'],
  ['the component', { ...RUSTUP, ...STABLE, ...LIBRARY }, 'no toolchain has Miri'],
  [
    'its library',
    { ...RUSTUP, ...NIGHTLY },
    /has no library for Miri, which "cargo miri setup" builds$/,
  ],
])('is missing without %s', (_what, files, missing) => {
  expect(foundIn(files).found).toEqual({ missing: expect.stringMatching(missing) });
});
