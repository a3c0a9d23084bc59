import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { UsageError } from '../../errors.ts';
import { loadSymbols, SYMBOLS_FILE } from '../../migration/artifacts/symbol.ts';
import { Cargo } from '../../migration/crate/cargo.ts';
import { type CrateFiles, loadCrate, writeCrate } from '../../migration/crate/crate-files.ts';
import { newFindings } from '../../migration/gates/new-findings.ts';
import { optimize } from '../../migration/optimize/optimize.ts';
import type { OptimizeReport } from '../../migration/optimize/optimize-report.ts';
import { CrateDigests, standingOfRust } from '../../migration/state/changed-rust.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import { type OpenModelFlags, openModel } from '../../model/open-model.ts';
import { type RunObserver, redactedObserver } from '../../telemetry/run-observer.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { commitPaths } from '../../workspace/git/commit-paths.ts';
import { findRepository } from '../../workspace/git/repository.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox, requireIsolation } from '../../workspace/sandbox/open-sandbox.ts';
import { findStateFolder, openStateFolder } from '../../workspace/state/state-folder.ts';
import { cargoHome } from '../../workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';
import { bookCosts } from '../costs/month-costs.ts';
import { countCrate, recordMeasures } from './measure-project.ts';
import { scanCrate } from './scan-crate.ts';

export interface OptimizeCrateOptions {
  /** The folder with its Cargo.toml. */
  readonly crate: string;
  /** Patterns as in `.gitignore`, of files of the crate; all of them when empty. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxFiles: number;
  readonly maxChecks: number;
  readonly dryRun: boolean;
  /** The models that write the comments that are missing. */
  readonly models: OpenModelFlags;
}

export interface OptimizeCrateDeps {
  readonly env: ProcessEnvironment;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  /** Watches what is asked. */
  readonly observer?: RunObserver;
}

/** What was done, and where that was written; nowhere for a dry run. */
export interface OptimizedCrate {
  readonly report: OptimizeReport;
  readonly written: string | undefined;
  /** Migrated functions whose Rust is no longer that which was compared with the C; their tests have passed, and no more. */
  readonly stale: readonly string[];
}

/** For the tests of a crate; building has its own limit. */
const TEST_SECONDS = 60;

/**
 * Makes a migrated crate better, with a commit for each step where it is in git, and writes down what
 * was done.
 * @throws UsageError when the crate has changes that are not committed; IncompleteError without a sandbox
 */
export async function optimizeCrate(
  options: OptimizeCrateOptions,
  { env, signal, onProgress, observer }: OptimizeCrateDeps,
): Promise<OptimizedCrate> {
  const folder = crateFolder(options.crate);
  const files = loadCrate(folder);
  const inGit = await checkCommitted(folder, files);
  const sandbox = await openSandbox(env);
  requireIsolation(sandbox);
  const opened = openModel(options.models, env, onProgress);
  if (opened.kind === 'none') onProgress(`missing comments are listed only: ${opened.reason}`);
  else if (observer !== undefined) {
    opened.ledger.listen(redactedObserver(observer, opened.redact).call);
  }
  const project = findProject(folder);
  const before = await scanCrate(folder);
  const [toolchain, home] = [rustToolchain(env['PATH'], env['RUSTUP_HOME']), cargoHome(env)];
  const cargo = new Cargo({ sandbox, toolchain, home, signal, testSeconds: TEST_SECONDS });
  let present = files;
  const work = async () => {
    await cargo.checkTools();
    const parser = await loadGrammars().parser('rust');
    const measured =
      project === undefined
        ? undefined
        : { root: project, crate: relative(project, folder), parser, cargo };
    const start = measured && (await countCrate(measured));
    const { maxFiles, maxChecks, dryRun } = options;
    const { report } = await optimize(
      files,
      {
        isIncluded: fileSelection(options),
        maxFiles,
        maxChecks,
        dryRun,
        isKept: publicNames(project),
      },
      {
        cargo,
        parser,
        onProgress,
        signal,
        ...(opened.kind === 'ready' ? { model: opened.model } : {}),
        commitChange: async (better, message) => {
          const changed = writeChanges(folder, present, better);
          present = loadCrate(folder);
          return inGit ? await commitPaths(folder, changed, message) : undefined;
        },
      },
    );
    const gates = [newFindings(before, dryRun ? before : await scanCrate(folder))];
    const judged = { ...report, gates };
    if (measured !== undefined && start !== undefined && !dryRun) {
      await recordMeasures(measured, start, true);
    }
    const written = dryRun ? undefined : writeReport(project ?? folder, judged);
    return { report: judged, written, stale: changedSince(project, parser, files, folder) };
  };
  try {
    if (opened.kind === 'none') return await work();
    return await bookCosts(project ?? folder, opened, { env, onWarning: onProgress }, work);
  } finally {
    cargo.close();
    if (opened.kind === 'ready') opened.evictCache();
  }
}

function crateFolder(path: string): string {
  const folder = resolve(path);
  if (existsSync(join(folder, 'Cargo.toml'))) return realpathSync(folder);
  throw new UsageError(`${path} is no crate: it has no Cargo.toml`);
}

/** @returns whether the crate is in git. @throws UsageError when a file of it is not committed as it is */
async function checkCommitted(folder: string, files: CrateFiles): Promise<boolean> {
  const git = await findRepository(folder);
  if (git === undefined) return false;
  const { changed, untracked } = await git.uncommitted();
  const own = [...changed, ...untracked].find((path) => files.has(path));
  if (own === undefined) return true;
  throw new UsageError(`${own} has changes that are not committed; commit them, and run again`);
}

/**
 * Writes the files that are better; those that were not there before are cargo's own affair.
 * @throws UsageError when the crate was changed in the meantime
 */
function writeChanges(folder: string, present: CrateFiles, better: CrateFiles): string[] {
  const now = loadCrate(folder);
  const other = [...present.keys()].find((path) => now.get(path) !== present.get(path));
  if (other !== undefined) {
    throw new UsageError(`${other} was changed while this ran; commit that, and run again`);
  }
  const wanted = new Map([...now].map(([path, text]) => [path, better.get(path) ?? text]));
  writeCrate(folder, wanted);
  return [...wanted].flatMap(([path, text]) => (now.get(path) === text ? [] : [path]));
}

function fileSelection({ include, exclude }: OptimizeCrateOptions): (path: string) => boolean {
  const [wanted, unwanted] = [pathPatterns([...include]), pathPatterns([...exclude])];
  return (path) => (include.length === 0 || wanted.ignores(path)) && !unwanted.ignores(path);
}

/** The nearest folder around the crate whose C was scanned. */
function findProject(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const state = findStateFolder(at, 'c2rust');
    if (state !== undefined && existsSync(join(state, SYMBOLS_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Names in Rust of what the C project offers to others: functions that are not static, and their types. */
function publicNames(project: string | undefined): (name: string) => boolean {
  if (project === undefined) return () => false;
  const hidden = new Set(
    loadSymbols(project).flatMap((one) =>
      one.category === 'function' && one.is_static ? [`${one.file} ${one.name}`] : [],
    ),
  );
  const names = new Set(
    loadSymbolMap(project)
      .filter(({ c_file, c_name }) => !hidden.has(`${c_file} ${c_name}`))
      .flatMap(({ rust_symbol }) => rust_symbol.split('::').slice(-2)),
  );
  return (name) => names.has(name);
}

/** The functions that are no more as they were compared, and were so far. */
function changedSince(
  project: string | undefined,
  parser: SourceParser,
  before: CrateFiles,
  folder: string,
): string[] {
  if (project === undefined) return [];
  const mapped = loadSymbolMap(project);
  const [was, is] = [before, loadCrate(folder)].map((files) =>
    standingOfRust(mapped, new CrateDigests(parser, files)),
  );
  return mapped.flatMap(({ c_qname: name }) =>
    is?.get(name)?.kind === 'changed' && was?.get(name)?.kind !== 'changed' ? [name] : [],
  );
}

function writeReport(root: string, report: OptimizeReport): string {
  const path = join(openStateFolder(root, 'c2rust'), 'optimize_report.json');
  writeFileAtomically(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}
