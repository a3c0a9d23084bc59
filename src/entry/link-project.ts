import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGrammars } from '../code/grammar.ts';
import { IncompleteError, UsageError } from '../errors.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import { linkProject } from '../migration/link/link-project.ts';
import { LINK_REPORT, type LinkReport } from '../migration/link/link-report.ts';
import type { Command } from '../migration/link/project-run.ts';
import { findClang } from '../migration/scan/clang-program.ts';
import { commandWords } from '../migration/scan/command-words.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { sourceFolder } from '../migration/scan/source-folder.ts';
import { writeArtifact } from '../migration/state/artifact-folder.ts';
import { readProgress } from '../migration/state/progress.ts';
import { readSymbolMap } from '../migration/state/symbol-map.ts';
import { cargoHome } from '../workspace/crate-registry.ts';
import { rustToolchain } from '../workspace/rust-toolchain.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import { locate } from '../workspace/source-files.ts';
import { insideTree } from '../workspace/tree-path.ts';

export interface LinkOptions {
  readonly path: string;
  /** Relative to the project's folder; that of the migration when missing. */
  readonly crate?: string | undefined;
  /** Command lines; those of the config when missing, else `make` and `make test`. */
  readonly build?: string | undefined;
  readonly test?: string | undefined;
  readonly without: readonly string[];
}

export interface LinkDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

/**
 * Builds a project with its migrated functions linked in, tests it, and writes down what came of it.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing, or the
 *   project does not pass its tests as it is
 */
export async function linkMigrated(options: LinkOptions, deps: LinkDeps): Promise<LinkReport> {
  const { env, signal, onProgress } = deps;
  const { root } = locate(options.path);
  const config = readConfig(root);
  const map = readSymbolMap(root);
  if (map.length === 0) {
    throw new UsageError(`nothing of ${root} is carried over yet; run rustward migrate run first`);
  }
  const commands = {
    build: commandOf('--build', options.build, config.build, ['make']),
    test: commandOf('--test', options.test, config.test, ['make', 'test']),
  };
  const crate = insideTree(root, options.crate ?? readProgress(root)?.crate ?? 'rust');
  if (!existsSync(join(crate, 'Cargo.toml'))) {
    throw new UsageError(`${crate} is no crate; say which with --crate`);
  }
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  const sandbox = await findSandbox({ image, path: env['PATH'] });
  if (!sandbox.isolates) {
    throw new IncompleteError(`nothing can be built without a sandbox: ${sandbox.description}`);
  }
  const clang = await findClang(env);
  onProgress('reading the C');
  const scan = await scanProject(root, { sandbox, clang, config, now: new Date(), signal });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-link-')));
  try {
    const report = await linkProject(
      scan,
      map,
      { root, sources: sourceFolder(root, config), crate, commands, without: options.without },
      {
        ...{ sandbox, clang, folder, signal, onProgress, grammars: loadGrammars() },
        toolchain: rustToolchain(env['PATH']),
        home: cargoHome(env),
      },
    );
    writeArtifact(root, LINK_REPORT, report);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws UsageError when a command line cannot be taken apart, or is empty */
function commandOf(
  option: string,
  line: string | undefined,
  configured: readonly string[] | undefined,
  usual: Command,
): Command {
  if (line === undefined && configured === undefined) return usual;
  const [program, ...rest] = line === undefined ? (configured ?? []) : (commandWords(line) ?? []);
  if (program !== undefined) return [program, ...rest];
  throw new UsageError(`${option} names no program; give a command line such as "make check"`);
}
