import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { UsageError } from '../../errors.ts';
import type { FunctionId } from '../../github/commands/function-id.ts';
import type { MigrationPlan, PlannedFile } from '../../github/isolated-worker/migration-plan.ts';
import { parseJson } from '../../github/isolated-worker/parse-json.ts';
import {
  MAX_NOTE_CHARACTERS,
  type WorkerRequestFor,
} from '../../github/isolated-worker/protocol.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { loadSymbols } from '../../migration/artifacts/symbol.ts';
import { withAnchors } from '../../migration/crate/anchors.ts';
import { Cargo } from '../../migration/crate/cargo.ts';
import { type CrateFiles, loadCrate } from '../../migration/crate/crate-files.ts';
import type { StepOutcome } from '../../migration/pipeline/step-outcome.ts';
import { ARTIFACTS, writeArtifact } from '../../migration/state/artifact-folder.ts';
import { loadProgress } from '../../migration/state/progress.ts';
import {
  loadSymbolMap,
  mappedSymbolSchema,
  SYMBOL_MAP_PATH,
  symbolFiles,
} from '../../migration/state/symbol-map.ts';
import {
  grownTypesFile,
  type TypeLayout,
  typeLayoutSchema,
} from '../../migration/state/type-layout.ts';
import { repairLimits } from '../../migration/transpile/run-step.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import { cargoHome } from '../../workspace/toolchain/crate-registry.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';
import { type MigratedProject, migrateProject } from '../migrate/migrate-project.ts';
import { openUnitCache } from '../migrate/open-unit-cache.ts';
import { type EarlierMigration, earlierMigrationModel } from './earlier-migration-model.ts';
import { dependenciesOf, migrationFacts } from './migration-facts.ts';
import { setupArtifacts } from './setup-artifacts.ts';
import type { TaskContext, TaskOutcome } from './task.ts';
import { workerObserver } from './worker-observer.ts';

type MigrateRequest = WorkerRequestFor<'migrate'>;

/**
 * Lays the crate of a commit out, or migrates a step on top of it, and says what should become of which
 * file. Nothing leaves the folder of the commit but that.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function migrateFunctions(
  task: MigrateRequest,
  { env, signal, say }: TaskContext,
): Promise<TaskOutcome<MigrationPlan>> {
  const { root } = scanRootOf(join(task.root, task.project));
  const before = loadCrate(join(root, task.crate));
  const earlier =
    task.earlier === undefined ? undefined : await loadEarlierMigration(task, task.earlier);
  // They come with the functions: with them there, no model is asked what stands for these types.
  for (const [name, layout] of earlier?.types ?? []) writeArtifact(root, name, layout);
  const note = (text: string) =>
    say({ kind: 'note', text: text.slice(0, MAX_NOTE_CHARACTERS).toWellFormed() });
  const isLaidOut = before.has('Cargo.toml');
  const migrated = await migrateProject(
    {
      ...{ path: root, crate: task.crate, only: task.only, name: task.name },
      until: isLaidOut ? 'transpile' : 'prepare',
      ...{ maxFunctions: Number.MAX_SAFE_INTEGER, maxRestarts: task.maxRestarts },
      ...{ repairs: repairLimits(undefined), reset: false, dryRun: false },
      models: { maxCost: task.maxCost, maxTokens: task.maxTokens },
    },
    {
      ...{ env, signal, onProgress: note, onWarning: (line) => note(`warning: ${line}`) },
      observer: workerObserver(say),
      ...(task.memory && { memory: task.memory }),
      units: openUnitCache(task.root, task.cacheFolder),
      ...(earlier === undefined ? {} : { opened: earlierMigrationModel(earlier.migration) }),
    },
  );
  const result = isLaidOut
    ? await planStep(task, root, before, migrated, { env, signal })
    : planSetup(task, root, migrated);
  return { result, costs: migrated.costs };
}

/** What is taken over from a commit. */
interface EarlierWork {
  readonly migration: EarlierMigration;
  /** What its functions have laid out, by the names of artifacts. */
  readonly types: readonly (readonly [string, TypeLayout])[];
}

/**
 * What a commit that git knows has migrated.
 * @throws UsageError when it has none of the functions
 */
async function loadEarlierMigration(
  { root, project, crate, only }: MigrateRequest,
  commit: string,
): Promise<EarlierWork> {
  const git = await openRepository(root);
  const folder = `${join(project, crate)}/`;
  const records = join(project, SYMBOL_MAP_PATH);
  const artifacts = join(project, `${ARTIFACTS}/`);
  const files = (await git.files(commit)).filter(
    ({ path }) => path.startsWith(folder) || path.startsWith(artifacts),
  );
  const texts = await git.contents(files.map(({ object }) => object));
  const all = files.map(({ path }, at) => [path, texts[at]?.toString() ?? ''] as const);
  const own = all.filter(([path]) => path.startsWith(folder));
  const before = new Map(own.map(([path, text]) => [path.slice(folder.length), text]));
  const symbols = all.flatMap(([path, text]) => {
    const read = path.startsWith(records)
      ? mappedSymbolSchema.safeParse(parseJson(text))
      : undefined;
    return read?.data !== undefined && only.includes(read.data.c_qname) ? [read.data] : [];
  });
  if (symbols.length === 0) throw new UsageError(`${commit} has none of these functions`);
  const types = symbols.flatMap((symbol) => {
    const name = grownTypesFile({ functions: [{ name: symbol.c_qname, file: symbol.c_file }] });
    const text = all.find(([path]) => path === join(project, name))?.[1];
    const read = text === undefined ? undefined : typeLayoutSchema.safeParse(parseJson(text));
    return read?.data === undefined ? [] : [[name.slice(ARTIFACTS.length + 1), read.data] as const];
  });
  return {
    migration: { crate: before, symbols, dependencies: dependenciesOf(before) },
    types,
  };
}

function planSetup(
  task: MigrateRequest,
  root: string,
  { outcomes, notRun, stopped }: MigratedProject,
): MigrationPlan {
  const reason = notRun ?? stopped;
  if (reason !== undefined) return { kind: 'not tried', reason: reason.slice(0, 4000) };
  const functions = outcomes.flatMap(({ step }) => step.functions);
  const places = new Map(Object.entries(loadProgress(root)?.places ?? {}));
  const crate = withAnchors(loadCrate(join(root, task.crate)), functions, places);
  return {
    ...{ kind: 'set-up', base: task.head, crate: join(task.project, task.crate) },
    functions: functions.length,
    files: [
      ...fileChanges(join(task.project, task.crate), new Map(), crate),
      ...Object.entries(setupArtifacts(root)).map(([path, content]) => ({
        ...{ path: join(task.project, path), content },
      })),
    ],
  };
}

async function planStep(
  task: MigrateRequest,
  root: string,
  before: CrateFiles,
  { outcomes, notRun, stopped, costs }: MigratedProject,
  { env, signal }: Pick<TaskContext, 'env' | 'signal'>,
): Promise<MigrationPlan> {
  const reason = notRun ?? stopped;
  if (reason !== undefined) return { kind: 'not tried', reason: reason.slice(0, 4000) };
  const own = outcomes.find(({ step }) =>
    step.functions.some(({ name }) => task.only.includes(name)),
  );
  if (own === undefined) return { kind: 'not tried', reason: 'the project has no such function' };
  const config = loadConfig(root);
  const pathOf = (file: string) =>
    join(task.project, relative(root, sourceFolder(root, config)), file);
  const functions = own.step.functions.map(({ name, file }): FunctionId => {
    return { name: name.replace(/^.*:/, ''), file: pathOf(file) };
  });
  if (own.kind !== 'migrated' || own.result.kind !== 'done') {
    return { kind: 'blocked', functions, reason: reasonNotMigrated(own).slice(0, 4000) };
  }
  const names = own.step.functions.map(({ name }) => name);
  const mapped = loadSymbolMap(root);
  const symbols = mapped.filter(({ c_qname }) => names.includes(c_qname));
  const scanned = loadSymbols(root).filter((one) => one.category === 'function');
  const after = loadCrate(join(root, task.crate));
  const rust = await loadGrammars().parser('rust');
  const { result } = own;
  const migratedStep = {
    ...{ step: own.step, result, before, after, symbols, scanned, mapped, pathOf, costs },
    replayed: (env['RUSTWARD_REPLAY'] ?? '') !== '',
  };
  const warnings = await countWarnings(after, env, signal);
  return {
    ...{ kind: 'ready', base: task.head, crate: join(task.project, task.crate), functions },
    files: [
      ...fileChanges(join(task.project, task.crate), before, after),
      ...[...Object.keys(symbolFiles(symbols)), grownTypesFile(own.step)]
        .filter((path) => existsSync(join(root, path)))
        .map((path) => ({
          path: join(task.project, path),
          content: readFileSync(join(root, path), 'utf8'),
        })),
    ],
    facts: await migrationFacts(rust, { ...migratedStep, warnings }, task.outputFolder),
  };
}

function reasonNotMigrated(outcome: StepOutcome): string {
  if ('reason' in outcome) return outcome.reason;
  return outcome.kind === 'done before' ? 'it was migrated before' : 'it was not tried';
}

/** How a crate becomes another one, file by file. */
function fileChanges(folder: string, before: CrateFiles, after: CrateFiles): PlannedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const content = after.get(path) ?? null;
    return content === (before.get(path) ?? null) ? [] : [{ path: `${folder}/${path}`, content }];
  });
}

/** How many warnings the compiler and clippy have for a crate. */
async function countWarnings(
  crate: CrateFiles,
  env: ProcessEnvironment,
  signal: AbortSignal,
): Promise<number> {
  const sandbox = await openSandbox(env);
  const toolchain = rustToolchain(env['PATH'], env['RUSTUP_HOME']);
  const cargo = new Cargo({ sandbox, toolchain, home: cargoHome(env), signal, testSeconds: 30 });
  try {
    return (await cargo.diagnose(crate)).diagnostics.length;
  } finally {
    cargo.close();
  }
}
