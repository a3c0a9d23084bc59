import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { UsageError } from '../../errors.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { type ProjectCommand, parseProjectCommand } from '../../migration/build/project-command.ts';
import { linkProject } from '../../migration/link/link-project.ts';
import { LINK_REPORT, type LinkReport } from '../../migration/link/link-report.ts';
import type { LinkProjectDeps, LinkProjectOptions } from '../../migration/link/project-linker.ts';
import { findClang } from '../../migration/scan/clang-program.ts';
import { scanProject } from '../../migration/scan/scan-project.ts';
import type { UnitCache } from '../../migration/scan/unit-cache.ts';
import { writeArtifact } from '../../migration/state/artifact-folder.ts';
import { loadProgress } from '../../migration/state/progress.ts';
import { loadSymbolMap, type MappedSymbol } from '../../migration/state/symbol-map.ts';
import type { ScannedC } from '../../migration/steps/c-definitions.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox, requireIsolation } from '../../workspace/sandbox/open-sandbox.ts';
import { cargoHome } from '../../workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';
import { textLoader } from './replace-libraries.ts';
import { withPresentEvidence } from './stale-functions.ts';

export interface LinkOptions {
  readonly path: string;
  /** Relative to the project's folder; that of the migration when missing. */
  readonly crate?: string | undefined;
  /** Command lines; those of the config when missing, else `make` and `make test`. */
  readonly build?: string | undefined;
  readonly test?: string | undefined;
  readonly without: readonly string[];
  /** See `LinkProjectOptions`. */
  readonly withSanitizers?: boolean | undefined;
}

export interface LinkDeps {
  readonly env: ProcessEnvironment;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  /** What earlier scans of the C have read. */
  readonly units?: UnitCache | undefined;
}

/**
 * Builds a project with its migrated functions linked in, tests it, and writes down what came of it.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing, or the
 *   project does not pass its tests as it is
 */
export async function linkMigratedProject(
  options: LinkOptions,
  deps: LinkDeps,
): Promise<LinkReport> {
  return await withLinkTools(options, deps, async ({ scan, map, project, tools }) => {
    const report = await linkProject(scan, map, project, tools);
    writeArtifact(project.root, LINK_REPORT, report);
    return report;
  });
}

/** What linking takes: the C as it is read, what is migrated, and the tools. */
export interface LinkSetup {
  readonly scan: ScannedC;
  readonly map: readonly MappedSymbol[];
  readonly project: LinkProjectOptions;
  readonly tools: LinkProjectDeps;
}

/**
 * Reads the C of a migrated project and makes ready what linking takes.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function withLinkTools<Result>(
  options: LinkOptions,
  deps: LinkDeps,
  work: (setup: LinkSetup) => Promise<Result>,
): Promise<Result> {
  const { env, signal, onProgress } = deps;
  const { root } = scanRootOf(options.path);
  const config = loadConfig(root);
  const map = loadSymbolMap(root);
  if (map.length === 0) {
    throw new UsageError(`nothing of ${root} is migrated yet; run rustward migrate run first`);
  }
  const commands = {
    build: commandOf('--build', options.build, config.build, ['make']),
    test: commandOf('--test', options.test, config.test, ['make', 'test']),
  };
  const crate = resolveInsideTree(root, options.crate ?? loadProgress(root)?.crate ?? 'rust');
  if (!existsSync(join(crate, 'Cargo.toml'))) {
    throw new UsageError(`${crate} is no crate; say which with --crate`);
  }
  const sandbox = await openSandbox(env);
  requireIsolation(sandbox);
  const clang = await findClang(env);
  onProgress('reading the C');
  const { units: cache } = deps;
  const reading = { sandbox, clang, config, now: new Date(), signal, cache, onProgress };
  const scan = await scanProject(root, reading);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-link-')));
  try {
    return await work({
      scan,
      // What is stale is not linked, and nothing is taken out of the C for it.
      map: await withPresentEvidence(
        { root, crate: relative(root, crate) },
        map,
        scan.symbols,
        textLoader(sourceFolder(root, config)),
      ),
      project: {
        root,
        sources: sourceFolder(root, config),
        crate,
        commands,
        ...{ without: options.without, withSanitizers: options.withSanitizers },
      },
      tools: {
        ...{ sandbox, clang, folder, signal, onProgress, grammars: loadGrammars() },
        toolchain: rustToolchain(env['PATH'], env['RUSTUP_HOME']),
        home: cargoHome(env),
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws UsageError when a command line cannot be taken apart, or is empty */
function commandOf(
  option: string,
  line: string | undefined,
  configured: readonly string[] | undefined,
  usual: ProjectCommand,
): ProjectCommand {
  if (line !== undefined) return parseProjectCommand(option, line);
  const [program, ...rest] = configured ?? usual;
  return program === undefined ? usual : [program, ...rest];
}
