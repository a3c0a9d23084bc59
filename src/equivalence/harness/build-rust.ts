import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedSyntax } from '../../code/syntax/syntax-cache.ts';
import { UsageError } from '../../errors.ts';
import { addressSanitizerTarget } from '../../workspace/toolchain/rust-sanitizer.ts';
import { NotComparable } from '../not-comparable.ts';
import type { EquivalenceDeps } from '../plan/subject.ts';
import { makePublic } from '../rust/make-public.ts';
import { type RustDriverCall, rustDriver } from '../rust/rust-driver.ts';
import { readPlainFile } from './plain-files.ts';
import { installProgram, mirrorFolder, writeIfChanged } from './workspace.ts';

export const RUST_PROGRAM = 'rust-side';
/** The same, built with AddressSanitizer. */
export const CHECKED_RUST_PROGRAM = 'rust-checked';

const DRIVER = 'rustward-driver';

export const RUST_BUILD_LIMITS = {
  wallSeconds: 300,
  cpuSeconds: 600,
  memoryBytes: 3 * 1024 ** 3,
  diskBytes: 2 * 1024 ** 3,
  fileBytes: 512 * 1024 ** 2,
  processes: 256,
} as const;

/**
 * Builds the program of the Rust side beside a copy of the crate in which everything is public.
 * @throws NotComparable when it does not compile
 */
export async function buildRust(
  crate: string,
  calls: readonly RustDriverCall[],
  handle: string | undefined,
  isStateful: boolean,
  deps: EquivalenceDeps,
  folders: { readonly rust: string; readonly rustRun: string },
): Promise<void> {
  const parser = await deps.grammars.parser('rust');
  mirrorFolder(crate, join(folders.rust, 'crate'), (path, bytes) =>
    path.startsWith('src/') && path.endsWith('.rs')
      ? makePublic(cachedSyntax(parser, bytes.toString('utf8')))
      : undefined,
  );
  writeIfChanged(folders.rust, 'driver/Cargo.toml', manifest(crateName(crate)));
  writeIfChanged(folders.rust, 'driver/src/main.rs', rustDriver(calls, handle, isStateful));
  // The versions that the crate was tested with.
  const lock = readPlainFile(join(crate, 'Cargo.lock'));
  if (lock !== undefined) writeIfChanged(folders.rust, 'driver/Cargo.lock', lock.toString('utf8'));
  writeIfChanged(folders.rust, '.cargo/config.toml', deps.crates?.settings ?? '');
  const problem = await cargoBuild(folders.rust, deps);
  if (problem !== undefined) {
    throw new NotComparable(`the Rust side does not compile: ${problem}`);
  }
  installProgram(join(folders.rust, 'target', 'debug', DRIVER), folders.rustRun, RUST_PROGRAM);
}

/**
 * Builds the same program with AddressSanitizer, from what `buildRust` has written. A stable compiler takes the flag as a nightly
 * one does when it is told to bootstrap; nothing else changes by that, since the crate has been built without.
 * @returns why that is not possible, in a clause
 */
export async function buildCheckedRust(
  deps: EquivalenceDeps,
  folders: { readonly rust: string; readonly rustChecked: string },
): Promise<string | undefined> {
  const target = addressSanitizerTarget(deps.toolchain);
  if (target === undefined) return 'the Rust toolchain has no runtime of AddressSanitizer';
  const problem = await cargoBuild(folders.rust, deps, {
    // With a target, what runs while it builds is built without.
    options: ['--target', target],
    flags: ['-Zsanitizer=address'],
    environment: { RUSTC_BOOTSTRAP: '1', CARGO_PROFILE_DEV_DEBUG: 'line-tables-only' },
  });
  if (problem !== undefined) return `it does not compile with AddressSanitizer: ${problem}`;
  const built = join(folders.rust, 'target', target, 'debug', DRIVER);
  installProgram(built, folders.rustChecked, CHECKED_RUST_PROGRAM);
  return undefined;
}

interface CargoBuildOptions {
  readonly options?: readonly string[];
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** @returns what is wrong, where it does not build */
async function cargoBuild(
  tree: string,
  deps: EquivalenceDeps,
  { options = [], flags = [], environment = {} }: CargoBuildOptions = {},
): Promise<string | undefined> {
  const { toolchain } = deps;
  const { end, stderr } = await deps.sandbox.run({
    command: [
      ...([toolchain === undefined ? 'cargo' : join(toolchain, 'bin', 'cargo'), 'build'] as const),
      ...['--offline', '--quiet', '--manifest-path', '/work/driver/Cargo.toml'],
      ...['--target-dir', '/work/target', ...options],
    ],
    tree,
    access: 'write',
    ...cargoSetting(toolchain, deps, flags, environment),
    limits: RUST_BUILD_LIMITS,
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
  deps.signal?.throwIfAborted();
  if (end.kind === 'exited' && end.status === 0) return undefined;
  return end.kind === 'exited' ? firstError(stderr) : `it came to the end of its limits`;
}

/** What a sandbox shows to cargo, and tells it. @param toolchain its folder; undefined for the one of the system */
export function cargoSetting(
  toolchain: string | undefined,
  { crates }: Pick<EquivalenceDeps, 'crates'>,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  return {
    tools: [...(toolchain === undefined ? [] : [toolchain]), ...(crates?.folders ?? [])],
    environment: {
      ...crates?.environment,
      ...(toolchain === undefined
        ? {}
        : { PATH: `${join(toolchain, 'bin')}:/usr/local/bin:/usr/bin:/bin` }),
      // The warnings of the crate are judged elsewhere.
      RUSTFLAGS: ['--cap-lints=allow', ...flags].join(' '),
      CARGO_TERM_COLOR: 'never',
      ...environment,
    },
  };
}

/** With checks of overflow, as `cargo test` has them, and without what only makes builds slow. */
function manifest(name: string): string {
  return `[package]
name = "${DRIVER}"
version = "0.0.0"
edition = "2021"

[dependencies]
subject = { path = "../crate", package = "${name}" }

[profile.dev]
debug = 0
opt-level = 0
overflow-checks = true
incremental = true

[profile.dev.package."*"]
opt-level = 1

[workspace]
`;
}

/** The name of a package. @throws UsageError when its manifest has none */
export function crateName(crate: string): string {
  const path = join(crate, 'Cargo.toml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const table = /^\[package\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  const name = /^\s*name\s*=\s*"([\w-]+)"/m.exec(table)?.[1];
  if (name === undefined) throw new UsageError(`${path} has no name of a package`);
  return name;
}

function firstError(stderr: string): string {
  const lines = stderr.split('\n');
  const at = lines.findIndex((line) => /^error/.test(line));
  return (
    lines
      .slice(Math.max(0, at), Math.max(0, at) + 6)
      .join(' ')
      .trim() || 'cargo said nothing'
  );
}
