import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Grammars } from '../../code/syntax/grammar.ts';
import { parseSyntax } from '../../code/syntax/syntax.ts';
import { crateName } from '../../equivalence/harness/build-rust.ts';
import { readPlainFile } from '../../equivalence/harness/plain-files.ts';
import { mirrorFolder, writeIfChanged } from '../../equivalence/harness/workspace.ts';
import { makePublic } from '../../equivalence/rust/make-public.ts';
import { IncompleteError } from '../../errors.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { addressSanitizerTarget } from '../../workspace/toolchain/rust-sanitizer.ts';
import { type Shim, shimCrate } from './shim/shim-crate.ts';

export interface BuildShimsDeps {
  readonly sandbox: Sandbox;
  readonly grammars: Grammars;
  /** See `rustToolchain`. */
  readonly toolchain: string | undefined;
  /** See `cargoHome`. */
  readonly home: string;
  readonly signal: AbortSignal;
}

const GIGABYTE = 1024 ** 3;
const LIMITS = {
  ...{ wallSeconds: 600, cpuSeconds: 1200, memoryBytes: 3 * GIGABYTE, processes: 256 },
  ...{ diskBytes: 2 * GIGABYTE, fileBytes: GIGABYTE },
} as const;

/** What was built, and shims that Rust does not take, by their symbols. */
export interface BuiltShims {
  /** The static library. */
  readonly library: Buffer;
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Builds the shims beside a copy of the crate in which everything can be called; nothing else of it is
 * changed. A shim that does not compile is left out.
 * @param folder to work in
 * @throws IncompleteError when nothing can be built
 */
export async function buildShims(
  crate: string,
  shims: readonly Shim[],
  folder: string,
  deps: BuildShimsDeps,
): Promise<BuiltShims> {
  const parser = await deps.grammars.parser('rust');
  mirrorFolder(crate, join(folder, 'crate'), (path, bytes) =>
    path.startsWith('src/') && path.endsWith('.rs')
      ? makePublic(parseSyntax(parser, bytes.toString('utf8')))
      : undefined,
  );
  const refused = new Map<string, string>();
  for (;;) {
    const rest = shims.filter(({ symbol }) => !refused.has(symbol));
    for (const [path, text] of shimCrate(rest, '../crate', crateName(crate))) {
      writeIfChanged(folder, `shims/${path}`, text);
    }
    const said = await cargoBuild(folder, deps);
    if (said === undefined) break;
    const errors = errorsByShim(said, new Set(rest.map(({ symbol }) => symbol)));
    if (errors.size === 0) throw new IncompleteError(`the shims do not build: ${firstError(said)}`);
    for (const [symbol, error] of errors) refused.set(symbol, error);
  }
  const library = readPlainFile(join(folder, 'target/release/librustward_shims.a'));
  if (library === undefined) throw new IncompleteError('cargo made no static library');
  return { library, refused };
}

/**
 * Builds the same library with AddressSanitizer, from what `buildShims` has written to the folder. The runtime of the sanitizer is that
 * of the C compiler that links the program.
 * @returns one clause where that is not possible
 */
export async function buildCheckedShims(
  folder: string,
  deps: BuildShimsDeps,
): Promise<Buffer | string> {
  const target = addressSanitizerTarget(deps.toolchain);
  if (target === undefined) return 'the Rust toolchain has no AddressSanitizer';
  const flags = ['-Zsanitizer=address', '-Zexternal-clangrt', '-Cdebuginfo=line-tables-only'];
  const said = await cargoBuild(folder, deps, {
    options: ['--target', target],
    flags,
    // A stable compiler takes them so.
    environment: { RUSTC_BOOTSTRAP: '1' },
  });
  if (said !== undefined)
    return `the shims do not build with AddressSanitizer: ${firstError(said)}`;
  const library = readPlainFile(join(folder, 'target', target, 'release/librustward_shims.a'));
  return library ?? 'cargo made no static library';
}

interface CargoBuildOptions {
  readonly options?: readonly string[];
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** @returns what cargo said when it failed */
async function cargoBuild(
  folder: string,
  deps: BuildShimsDeps,
  { options = [], flags = [], environment = {} }: CargoBuildOptions = {},
): Promise<string | undefined> {
  const { sandbox, toolchain, home, signal } = deps;
  const registry = join(home, 'registry');
  const { end, stderr } = await sandbox.run({
    command: [
      ...(['cargo', 'build', '--release', '--offline', '--quiet'] as const),
      ...['--manifest-path', '/work/shims/Cargo.toml', '--target-dir', '/work/target', ...options],
    ],
    tree: folder,
    access: 'write',
    tools: [toolchain, registry].flatMap((path) =>
      path !== undefined && existsSync(path) ? [path] : [],
    ),
    environment: {
      PATH: `${toolchain === undefined ? '' : `${toolchain}/bin:`}/usr/local/bin:/usr/bin:/bin`,
      CARGO_HOME: home,
      CARGO_TERM_COLOR: 'never',
      // The warnings of the crate are judged elsewhere.
      RUSTFLAGS: ['--cap-lints=allow', ...flags].join(' '),
      ...environment,
    },
    limits: LIMITS,
    signal,
  });
  signal.throwIfAborted();
  if (end.kind === 'exited') return end.status === 0 ? undefined : stderr;
  throw new IncompleteError(
    `building the shims came to the limit of ${end.kind === 'stopped' ? end.limit : 'time'}`,
  );
}

/** The first error of each shim: `error[E0308]: …`, and on the next line ` --> src/SYMBOL.rs:1:2`. */
function errorsByShim(said: string, symbols: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of said.matchAll(
    /^error[^\n:]*: ([^\n]+)\n\s*--> (?:[^\n:]*\/)?src\/(\w+)\.rs:/gm,
  )) {
    const [, message = '', symbol = ''] = match;
    if (symbols.has(symbol) && !found.has(symbol))
      found.set(symbol, `its shim does not compile: ${message}`);
  }
  return found;
}

function firstError(said: string): string {
  return said.split('\n').find((line) => line.startsWith('error')) ?? 'cargo said nothing';
}
