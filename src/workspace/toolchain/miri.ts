import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProcessEnvironment } from '../process/process-environment.ts';
import { findProgram } from './find-program.ts';

/** Miri, the interpreter of Rust that tells undefined behaviour. */
export interface Miri {
  /** The folder of the toolchain that has it: a nightly one. */
  readonly toolchain: string;
  /** The standard library that it interprets, as `cargo miri setup` has built it. */
  readonly sysroot: string;
}

/**
 * Looks for a toolchain of rustup that has Miri, the last one by its name, and for the library that `cargo miri setup` has
 * built. Nothing is built here: that takes a network on some versions.
 * @returns one clause about what is missing where it cannot be used
 */
export function findMiri(env: ProcessEnvironment): Miri | { readonly missing: string } {
  const cargo = findProgram('cargo', env['PATH']);
  const isOfRustup = cargo !== undefined && existsSync(join(dirname(cargo), 'rustup'));
  const home = env['RUSTUP_HOME'] || join(env['HOME'] ?? homedir(), '.rustup');
  const folder = join(home, 'toolchains');
  if (!isOfRustup || !existsSync(folder)) return { missing: 'Miri comes with rustup alone' };
  const names = readdirSync(folder).sort();
  const toolchain = names
    .map((name) => join(folder, name))
    .findLast((path) =>
      ['cargo-miri', 'miri'].every((name) => existsSync(join(path, 'bin', name))),
    );
  if (toolchain === undefined) return { missing: 'no toolchain has Miri' };
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] ?? homedir(), '.cache');
  const sysroot = env['MIRI_SYSROOT'] || join(cache, 'miri');
  if (!existsSync(join(sysroot, 'lib/rustlib'))) {
    return { missing: `${sysroot} has no library for Miri, which "cargo miri setup" builds` };
  }
  return { toolchain, sysroot };
}
