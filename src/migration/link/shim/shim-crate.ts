import { asset } from '../../../workspace/asset.ts';
import type { CAbi } from './c-abi.ts';

/** A function that the linker knows by its symbol. */
export interface Shim {
  readonly symbol: string;
  readonly code: string;
  readonly abi: CAbi;
}

/**
 * The files of a crate of shims, a module for each. It depends on the migrated crate by its path, and
 * nothing of that is changed.
 * @param path of the migrated crate, from the folder of this one
 * @param name of its package
 */
export function shimCrate(shims: readonly Shim[], path: string, name: string): Map<string, string> {
  const files = new Map([
    ['Cargo.toml', manifest(path, name)],
    ['src/runtime.rs', asset('shims/runtime.rs')],
    [
      'src/lib.rs',
      `#![allow(warnings)]\nmod runtime;\n${shims.map(({ symbol }) => `mod ${symbol};\n`).join('')}`,
    ],
  ]);
  for (const { symbol, code, abi } of shims) {
    files.set(`src/${symbol}.rs`, `use crate::runtime::*;\n\n${abi.definitions()}\n${code}`);
  }
  return files;
}

/** Overflows panic, as they did when both sides were compared. */
function manifest(path: string, name: string): string {
  return `[package]
name = "rustward-shims"
version = "0.0.0"
edition = "2021"

[lib]
name = "rustward_shims"
crate-type = ["staticlib"]

[dependencies]
subject = { path = ${JSON.stringify(path)}, package = ${JSON.stringify(name)} }

[profile.release]
debug = 0
overflow-checks = true
panic = "unwind"

[workspace]
`;
}
