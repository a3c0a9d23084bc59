import { join } from 'node:path';
import { IncompleteError, ModelError, UsageError } from '../errors.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import type { CSymbol } from '../migration/artifacts/symbol.ts';
import { type CrateFiles, readCrate, readRustFolder } from '../migration/crate/crate-files.ts';
import { unwrittenFunctions } from '../migration/crate/unwritten.ts';
import { gateStep } from '../migration/gate-step.ts';
import { gateSettingsSchema } from '../migration/gates/gate-settings.ts';
import { type MigrationDeps, type MigrationOptions, migrate } from '../migration/pipeline.ts';
import { proveFunctions } from '../migration/prove-functions.ts';
import { servedSteps } from '../migration/replace/served-steps.ts';
import { withReplacements } from '../migration/replace/with-replacements.ts';
import { scanProject } from '../migration/scan/scan-project.ts';
import { sourceFolder } from '../migration/scan/source-folder.ts';
import { stepsOf } from '../migration/sources.ts';
import type { Stage } from '../migration/stages.ts';
import { readSymbolMap } from '../migration/state/symbol-map.ts';
import type { StepOutcome } from '../migration/step-outcome.ts';
import type { Step } from '../migration/transpile/step.ts';
import { type OpenedModel, type OpenModelFlags, openModel } from '../model/open-model.ts';
import { nearest } from '../nearest.ts';
import { findSandbox } from '../workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../workspace/sandbox/sandbox.ts';
import { locate } from '../workspace/source-files.ts';
import { insideTree } from '../workspace/tree-path.ts';
import { type Costs, costsOf, NO_COSTS } from './costs.ts';
import { withMigrationTools } from './migration-tools.ts';
import { bookedByMonth } from './month-costs.ts';
import { allowCrates, readerOf, replaceLibraries, standingOf } from './replace-libraries.ts';

/** What a person asks of a migration. */
export interface MigrateProjectOptions
  extends Omit<MigrationOptions, 'notes' | 'given' | 'crate' | 'until'> {
  readonly path: string;
  /** Relative to the project's folder. */
  readonly crate: string;
  readonly models: OpenModelFlags;
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean;
  /** The last stage to do. */
  readonly until: Stage;
  /** Looks for libraries, even where the config does not say so. */
  readonly libraries?: boolean | undefined;
}

export interface MigrateProjectDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  readonly onWarning: (line: string) => void;
  readonly confirm?: MigrationDeps['confirm'];
  /** Gives the answers, in place of the models that are configured. */
  readonly opened?: OpenedModel;
  /** Runs everything, in place of the one that is found. */
  readonly sandbox?: Sandbox;
}

/** What came of it; without `ran`, why nothing was tried. */
export interface MigratedProject {
  readonly outcomes: readonly StepOutcome[];
  readonly notRun?: string;
  /** Why it ended before all was tried. */
  readonly stopped?: string;
  /** Functions of the crate with a signature and no body yet: see `unwrittenFunctions`. */
  readonly unwritten?: readonly string[];
  readonly costs: Costs;
}

/**
 * Scans a C project and carries it over, as far as the options say.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function migrateProject(
  options: MigrateProjectOptions,
  deps: MigrateProjectDeps,
): Promise<MigratedProject> {
  const { env, signal } = deps;
  const { root } = locate(options.path);
  const config = readConfig(root);
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  const sandbox = deps.sandbox ?? (await findSandbox({ image, path: env['PATH'] }));
  deps.onProgress('reading the C');
  const scan = await scanProject(root, { sandbox, config, now: new Date(), signal });
  for (const { file, message } of scan.problems) deps.onWarning(`${file}: ${message}`);
  for (const { file, flags } of scan.refusedFlags) {
    deps.onWarning(`${file}: not passed on to clang: ${flags.join(' ')}`);
  }
  const sources = sourceFolder(root, config);
  const read = readerOf(sources);
  const standing = standingOf(config, read);
  const isReplacing =
    options.libraries === true || standing.settings.enabled || options.until === 'replace';
  let left = withReplacements(root, scan, standing);
  const stepsLeft = () => servedSteps(stepsOf(left, read), left);
  let steps = stepsLeft();
  checkNames(options.only, steps, left.gone);
  const before = notTried(root, steps);
  if (options.until === 'scan') return { outcomes: before, costs: NO_COSTS };
  if (options.dryRun) return { outcomes: before, notRun: '--dry-run', costs: NO_COSTS };
  const opened = deps.opened ?? openModel(options.models, env, deps.onWarning);
  if (opened.kind === 'none') return { outcomes: before, notRun: opened.reason, costs: NO_COSTS };
  if (!sandbox.isolates) {
    throw new IncompleteError(`nothing can be built without a sandbox: ${sandbox.description}`);
  }
  const { onWarning } = deps;
  const work = () =>
    withMigrationTools({ sandbox, env, signal }, async (tools) => {
      const { parsers, cargo, home, check } = tools;
      const { rust_interface } = config;
      const served = () => left.symbols.flatMap(cratesOf);
      const allow = allowCrates(config, home, signal, served);
      if (isReplacing) {
        const { model } = opened;
        const { onProgress } = deps;
        await replaceLibraries(root, scan, config, standing, {
          ...{ model, cargo, allow, signal, onProgress },
        });
        left = withReplacements(root, scan, standing);
        steps = stepsLeft();
        checkNames(options.only, steps, left.gone);
      }
      if (options.until === 'replace') {
        return { outcomes: notTried(root, steps), costs: costsOf(opened.ledger, new Map()) };
      }
      const given = rust_interface === undefined ? undefined : interfaceOf(root, rust_interface);
      const outcomes = await migrate(
        root,
        steps,
        {
          ...{ ...options, notes: config.additional_notes, given },
          until: options.until === 'prepare' ? 'prepare' : 'transpile',
        },
        {
          ...{ model: opened.model, costOf: opened.costOf, parser: parsers.rust, cargo, signal },
          prove: proveFunctions(sources, left, () => readSymbolMap(root), check),
          gate: gateStep(parsers, gateSettingsSchema.parse(config['gates'] ?? {})),
          allowCrate: allow,
          now: () => new Date(),
          onProgress: deps.onProgress,
          ...(deps.confirm && { confirm: deps.confirm }),
        },
      );
      const unwritten = unwrittenFunctions(parsers.rust, readCrate(join(root, options.crate)));
      return { outcomes, unwritten, costs: costsOf(opened.ledger, new Map()) };
    });
  try {
    return await bookedByMonth<MigratedProject>(root, opened, { env, onWarning }, work);
  } catch (thrown) {
    // What was recorded by then stays, and the next run goes on from there.
    if (!(thrown instanceof ModelError)) throw thrown;
    const costs = costsOf(opened.ledger, new Map());
    return { outcomes: notTried(root, steps), stopped: thrown.message, costs };
  } finally {
    opened.sweep();
  }
}

function cratesOf(symbol: CSymbol) {
  return symbol.category === 'function' ? (symbol.lib_replacement?.crates ?? []) : [];
}

/** @throws UsageError for a name that no function has, or one that went with another */
function checkNames(
  only: readonly string[],
  steps: readonly Step[],
  gone: ReadonlyMap<string, string>,
): void {
  const names = steps.flatMap((step) => step.functions.map(({ name }) => name));
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const by = gone.get(unknown);
  if (by !== undefined) {
    throw new UsageError(
      `--only names ${unknown}, which only ${by} needs, and a library serves that: see disabled_libraries`,
    );
  }
  const close = nearest(unknown, names);
  const advice = close === undefined ? '' : `; did you mean ${close}?`;
  throw new UsageError(`--only names ${unknown}, which is no function of the project${advice}`);
}

/** What is done, and what is left to do. */
function notTried(root: string, steps: readonly Step[]): StepOutcome[] {
  const mapped = new Set(readSymbolMap(root).map(({ c_qname }) => c_qname));
  return steps.map((step) => {
    const isDone = step.functions.every(({ name }) => mapped.has(name));
    return { step, kind: isDone ? 'done before' : 'waiting' };
  });
}

/** @throws UsageError when the config names no folder of the project with Rust files */
function interfaceOf(root: string, folder: string): CrateFiles {
  const files = readRustFolder(insideTree(root, folder));
  if (files.size > 0) return files;
  throw new UsageError(`rust_interface names ${folder}, in which there is no Rust file`);
}
