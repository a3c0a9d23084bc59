import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import type { Sandbox, SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { type CrateSources, crateSources } from '../../workspace/toolchain/crate-sources.ts';
import { type CrateFiles, isSameCrate, loadCrate, writeCrate } from './crate-files.ts';
import { type Diagnostic, parseDiagnostics } from './diagnostics.ts';
import { parseSuggestions, type Suggestion } from './suggestions.ts';
import { parseTestOutput, type TestRun } from './test-output.ts';

export interface CargoDeps {
  readonly sandbox: Sandbox;
  /** See `rustToolchain`; undefined where Rust comes with the system. */
  readonly toolchain: string | undefined;
  /** See `cargoHome`: only crates are shown. */
  readonly home: string;
  readonly signal: AbortSignal;
  /** For the tests alone; building has its own limit. */
  readonly testSeconds: number;
}

/** What came of testing: nothing was tested where the tests do not build. */
export type TestOutcome =
  | {
      readonly kind: 'not built';
      readonly diagnostics: readonly Diagnostic[];
      readonly said: string;
    }
  | { readonly kind: 'ran'; readonly run: TestRun; readonly ended: boolean; readonly said: string };

const BUILD_SECONDS = 300;
const GIGABYTE = 1024 ** 3;
const CRATE = 'crate';

/**
 * Cargo in the sandbox, on a copy of a crate in a folder of our own: it keeps what was built for the
 * next call. Nothing there has a network, and nothing knows the C or the project.
 */
export class Cargo {
  private readonly deps: CargoDeps;
  private readonly folder: string;
  private readonly sources: CrateSources;
  /** What was said last, of these files: the next question is often about the same. */
  private last: { readonly files: CrateFiles; readonly diagnosis: CrateDiagnosis } | undefined;

  constructor(deps: CargoDeps) {
    this.deps = deps;
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-cargo-')));
    mkdirSync(this.crateFolder);
    this.sources = crateSources(deps.home);
    if (this.sources.settings !== '') {
      mkdirSync(join(this.folder, '.cargo'));
      writeFileAtomically(join(this.folder, '.cargo/config.toml'), this.sources.settings);
    }
  }

  /** Removes the folder. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Checks that all tools that the other calls need are there, before a model is asked.
   * @throws IncompleteError when cargo, clippy or rustfmt is missing
   */
  async checkTools(): Promise<void> {
    const tools = ['sh', '-c', 'cargo fmt --version && cargo clippy --version'] as const;
    const result = await this.run(tools, new Map());
    if (succeeded(result)) return;
    const said = result.stderr.trim().split('\n')[0] || endOf(result);
    throw new IncompleteError(
      `Rust cannot be built here: ${said}. Install it with rustup, which brings cargo, clippy and rustfmt`,
    );
  }

  /** Where the crate of the last call is. */
  get crateFolder(): string {
    return join(this.folder, CRATE);
  }

  /** Formats a crate; as it is where a file of it does not parse. */
  async format(files: CrateFiles): Promise<CrateFiles> {
    const result = await this.run(['cargo', 'fmt'], files);
    return succeeded(result) ? this.loadFiles() : files;
  }

  /** What the compiler and clippy say of a crate and its unit tests, and the crate with its lock file. */
  async diagnose(files: CrateFiles): Promise<CrateDiagnosis> {
    writeCrate(this.crateFolder, files);
    const { last } = this;
    if (last !== undefined && isSameCrate(files, last.files)) return last.diagnosis;
    const form = ['--offline', '--lib', '--tests', '--message-format=json'];
    const result = await this.run(['cargo', 'clippy', ...form], files);
    const diagnostics = parseDiagnostics(result.stdout);
    const problem = this.problem(result, diagnostics);
    const built = this.loadFiles();
    if (problem !== undefined) return { diagnostics, files: built, problem };
    const diagnosis = { diagnostics, files: built };
    this.last = { files: built, diagnosis };
    return diagnosis;
  }

  /** What the compiler and clippy would write instead, and are sure of. */
  async suggestions(files: CrateFiles): Promise<Suggestion[]> {
    const form = ['--offline', '--all-targets', '--message-format=json'];
    return parseSuggestions((await this.run(['cargo', 'clippy', ...form], files)).stdout);
  }

  /** A crate after the compiler and clippy have applied the fixes that they suggest. */
  async applyFixes(files: CrateFiles): Promise<CrateFiles> {
    const form = ['--offline', '--lib', '--tests', '--allow-no-vcs', '--broken-code', '--quiet'];
    await this.run(['cargo', 'clippy', '--fix', ...form], files);
    return this.loadFiles();
  }

  /** Builds and runs the tests within the library, or all there are. */
  async test(files: CrateFiles, which: 'lib' | 'all'): Promise<TestOutcome> {
    const target = which === 'lib' ? '--lib' : '--tests';
    const form = ['--offline', target, '--no-run', '--message-format=json'];
    const built = await this.run(['cargo', 'test', ...form], files);
    const diagnostics = parseDiagnostics(built.stdout);
    if (!succeeded(built)) {
      return { kind: 'not built', diagnostics, said: built.stderr };
    }
    const command = ['cargo', 'test', '--offline', target, '--no-fail-fast'] as const;
    const result = await this.run(command, files, this.deps.testSeconds);
    const run = parseTestOutput(result.stdout);
    // A test that ends the process early leaves others that never ran.
    const ended = result.end.kind === 'exited' && /^test result: /m.test(result.stdout);
    return {
      kind: 'ran',
      run,
      ended,
      said: `${result.stdout}\n${result.stderr}\n${endOf(result)}`,
    };
  }

  /** The names of all packages that are built for a crate on this machine. */
  async packages(files: CrateFiles): Promise<string[]> {
    const form = ['--offline', '--edges', 'normal,build', '--prefix', 'none', '--format', '{p}'];
    const { stdout } = await this.run(['cargo', 'tree', ...form], files);
    return [...new Set(stdout.split('\n').flatMap((line) => /^[\w-]+/.exec(line)?.[0] ?? []))];
  }

  private loadFiles(): CrateFiles {
    return loadCrate(this.crateFolder);
  }

  private async run(
    command: readonly [string, ...string[]],
    files: CrateFiles,
    seconds = BUILD_SECONDS,
  ): Promise<SandboxResult> {
    const { sandbox, toolchain, signal } = this.deps;
    writeCrate(this.crateFolder, files);
    const result = await sandbox.run({
      command: ['sh', '-c', `cd ${CRATE} && exec "$@"`, 'sh', ...command],
      tree: this.folder,
      access: 'write',
      tools: [...(toolchain === undefined ? [] : [toolchain]), ...this.sources.folders],
      environment: {
        ...this.sources.environment,
        PATH: `${toolchain === undefined ? '' : `${toolchain}/bin:`}/usr/local/bin:/usr/bin:/bin`,
        CARGO_TARGET_DIR: '/work/target',
        CARGO_TERM_COLOR: 'never',
        // No debugger looks at what is built here; without this, building tests takes twice the time.
        CARGO_PROFILE_DEV_DEBUG: '0',
        RUST_BACKTRACE: '0',
      },
      limits: {
        ...{ wallSeconds: seconds, cpuSeconds: 4 * seconds, memoryBytes: 2 * GIGABYTE },
        ...{ diskBytes: 2 * GIGABYTE, fileBytes: GIGABYTE / 2, processes: 512 },
        outputBytes: 16 * 1024 * 1024,
      },
      signal,
    });
    signal.throwIfAborted();
    return result;
  }

  /** Why nothing was built, where no diagnostic says it: a manifest that is wrong, a limit. */
  private problem(result: SandboxResult, diagnostics: readonly Diagnostic[]): string | undefined {
    if (succeeded(result) || diagnostics.some(({ kind }) => kind !== 'warning')) return undefined;
    return `${result.stderr.trim()}\n${endOf(result)}`.trim();
  }
}

/** What the compiler says of a crate. */
export interface CrateDiagnosis {
  readonly diagnostics: readonly Diagnostic[];
  /** With the lock file that cargo wrote. */
  readonly files: CrateFiles;
  /** Why nothing could be built, where no diagnostic says it. */
  readonly problem?: string;
}

function succeeded({ end }: SandboxResult): boolean {
  return end.kind === 'exited' && end.status === 0;
}

function endOf({ end }: SandboxResult): string {
  if (end.kind === 'exited') return end.status === 0 ? '' : `It ended with status ${end.status}.`;
  return end.kind === 'stopped'
    ? `It was ended at its limit of ${end.limit}.`
    : 'It was cancelled.';
}
