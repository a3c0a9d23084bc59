import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NAME = 'stable-x86_64-unknown-linux-gnu';
const PROXY = '#!/bin/sh\n';

/** A home folder as rustup leaves it. @returns what `PATH` has of it, and the folder of the toolchain */
function rustupHome(files: Record<string, string>) {
  const home = temporaryFolder({ '.cargo/bin/cargo': PROXY, ...files });
  chmodSync(join(home, '.cargo/bin/cargo'), 0o755);
  return { path: join(home, '.cargo/bin'), toolchain: join(home, '.rustup/toolchains', NAME) };
}

const RUSTUP = { '.cargo/bin/rustup': PROXY };
const TOOLCHAIN = { [`.rustup/toolchains/${NAME}/bin/cargo`]: PROXY };
const OTHER_PROGRAM = { [`.rustup/toolchains/${NAME}/bin/rustc`]: PROXY };
const settings = (name: string) => ({
  '.rustup/settings.toml': `version = "12"\ndefault_toolchain = "${name}"\nprofile = "default"\n`,
});

test('is the folder of what rustup has as its default', () => {
  const { path, toolchain } = rustupHome({ ...RUSTUP, ...TOOLCHAIN, ...settings(NAME) });
  expect(rustToolchain(path)).toBe(toolchain);
});

test('is found where rustup keeps it elsewhere', () => {
  const { path } = rustupHome(RUSTUP);
  const elsewhere = join(temporaryFolder({ ...TOOLCHAIN, ...settings(NAME) }), '.rustup');
  expect(rustToolchain(path)).toBeUndefined();
  expect(rustToolchain(path, elsewhere)).toBe(join(elsewhere, 'toolchains', NAME));
});

test.each([
  ['rustup', { ...TOOLCHAIN, ...settings(NAME) }],
  ['a default', { ...RUSTUP, ...TOOLCHAIN }],
  ['the toolchain that is the default', { ...RUSTUP, ...settings(NAME) }],
  ['cargo in it', { ...RUSTUP, ...settings(NAME), ...OTHER_PROGRAM }],
  ['a default that is a name, and no way out of the folder', { ...RUSTUP, ...settings('..') }],
])('is none without %s', (_what, files) => {
  expect(rustToolchain(rustupHome(files).path)).toBeUndefined();
});

test('is none where there is no cargo', () => {
  expect(rustToolchain(temporaryFolder())).toBeUndefined();
});
