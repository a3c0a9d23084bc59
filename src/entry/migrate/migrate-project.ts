import { join } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { IncompleteError, ModelError, UsageError } from '../../errors.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { type CSymbol, functionsOf } from '../../migration/artifacts/symbol.ts';
import { type CrateFiles, loadCrate, loadRustFolder } from '../../migration/crate/crate-files.ts';
import { crateOfInterface } from '../../migration/crate/new-crate.ts';
import { findUnwrittenFunctions } from '../../migration/crate/unwritten.ts';
import { gateSettingsSchema } from '../../migration/gates/gate-settings.ts';
import { compareWithCBy } from '../../migration/pipeline/compare-with-c.ts';
import { interfaceProblems } from '../../migration/pipeline/interface-problems.ts';
import { migrateInSteps } from '../../migration/pipeline/migrate.ts';
import type { MigrationDeps, MigrationOptions } from '../../migration/pipeline/migration-run.ts';
import type { MigrationStage } from '../../migration/pipeline/migration-stage.ts';
import { stepGates } from '../../migration/pipeline/step-gates.ts';
import type { StepOutcome } from '../../migration/pipeline/step-outcome.ts';
import { applyReplacements } from '../../migration/replace/apply-replacements.ts';
import { problemLines } from '../../migration/scan/problem-lines.ts';
import { scanProject } from '../../migration/scan/scan-project.ts';
import type { UnitCache } from '../../migration/scan/unit-cache.ts';
import { loadProgress } from '../../migration/state/progress.ts';
import { presentEvidence, type Standing } from '../../migration/state/standing.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import { stepsWithLibraries } from '../../migration/steps/library-steps.ts';
import { withoutMains } from '../../migration/steps/own-program.ts';
import { type MigrationStep, stepName } from '../../migration/steps/step.ts';
import { migrationStepsOf } from '../../migration/steps/steps-of-scan.ts';
import { withCallees } from '../../migration/steps/with-callees.ts';
import { type OpenedModel, type OpenModelFlags, openModel } from '../../model/open-model.ts';
import { type RunObserver, redactedObserver } from '../../telemetry/run-observer.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox, requireIsolation } from '../../workspace/sandbox/open-sandbox.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { type Costs, NO_COSTS, summariseCosts } from '../costs/costs.ts';
import { bookCosts } from '../costs/month-costs.ts';
import type { MemoryScope } from '../memory/memory-scope.ts';
import { openRecall } from '../memory/open-memory.ts';
import { loadHeaders } from './load-headers.ts';
import { countCrate, recordMeasures, whyPaused } from './measure-project.ts';
import { withMigrationTools } from './migration-tools.ts';
import { projectStanding } from './project-standing.ts';
import {
  allowCrates,
  replaceLibraries,
  replacementPolicyOf,
  textLoader,
} from './replace-libraries.ts';
import { typesToLayOut } from './types-to-lay-out.ts';

/** What a person asks of a migration. */
export interface MigrateProjectOptions
  extends Omit<MigrationOptions, 'notes' | 'rustInterface' | 'crate' | 'until'> {
  readonly path: string;
  /** Relative to the project's folder. */
  readonly crate: string;
  readonly models: OpenModelFlags;
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean;
  /** The last stage to do. */
  readonly until: MigrationStage;
  /** Whether what the named functions call, directly or not, is migrated with them. */
  readonly withCallees?: boolean | undefined;
  /** Looks for libraries, even where the config does not say so. */
  readonly libraries?: boolean | undefined;
  /**
   * Measures the project, and pauses where a gate fails, or only says so. Missing: nothing is measured, by who keeps
   * nothing of a run but its Rust.
   */
  readonly gates?: 'pause' | 'warn' | undefined;
}

export interface MigrateProjectDeps {
  readonly env: ProcessEnvironment;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  readonly onWarning: (line: string) => void;
  readonly confirm?: MigrationDeps['confirm'];
  /** Whose memories are recalled beside that of the project; no others when missing. */
  readonly memory?: MemoryScope;
  /** Watches what is done and asked. */
  readonly observer?: RunObserver;
  /** Gives the answers, in place of the models that are configured. */
  readonly opened?: OpenedModel;
  /** Runs everything, in place of the one that is found. */
  readonly sandbox?: Sandbox;
  /** What earlier scans of the C have read. */
  readonly units?: UnitCache | undefined;
}

/** What came of it; without `ran`, why nothing was tried. */
export interface MigratedProject {
  readonly outcomes: readonly StepOutcome[];
  readonly notRun?: string;
  /** Why it ended before all was tried. */
  readonly stopped?: string;
  /** Gates that failed, so that nothing was tried. */
  readonly paused?: readonly string[];
  /** Functions of the crate with a signature and no body yet: see `findUnwrittenFunctions`. */
  readonly unwritten?: readonly string[];
  readonly costs: Costs;
}

/**
 * Scans a C project and migrates it, as far as the options say.
 * @throws UsageError for what a person has to settle; IncompleteError where a tool is missing
 */
export async function migrateProject(
  options: MigrateProjectOptions,
  deps: MigrateProjectDeps,
): Promise<MigratedProject> {
  const { env, signal } = deps;
  const { root } = scanRootOf(options.path);
  const config = loadConfig(root);
  // Before the C is read, which takes minutes in large projects: what is wrong with a configuration is said at once.
  const isAsking = options.until !== 'scan' && !options.dryRun;
  const opened = isAsking
    ? (deps.opened ?? openModel(options.models, env, deps.onWarning))
    : undefined;
  const sandbox = deps.sandbox ?? (await openSandbox(env));
  deps.onProgress('reading the C');
  const { onProgress } = deps;
  const reading = { sandbox, config, now: new Date(), signal, cache: deps.units, onProgress };
  const scan = await scanProject(root, reading);
  for (const line of problemLines(scan.problems)) deps.onWarning(line);
  for (const { file, flags } of scan.refusedFlags) {
    deps.onWarning(`${file}: not given to clang: ${flags.join(' ')}`);
  }
  const sources = sourceFolder(root, config);
  const loadText = textLoader(sources);
  const replacementPolicy = replacementPolicyOf(config, loadText);
  const isReplacing =
    options.libraries === true || replacementPolicy.settings.enabled || options.until === 'replace';
  let remaining = applyReplacements(root, scan, replacementPolicy);
  const { rust_interface: interfaceFolder } = config;
  const interfaceCrate =
    interfaceFolder === undefined
      ? undefined
      : crateOfInterface('given', loadRustInterface(root, interfaceFolder));
  const present = options.reset ? new Map() : loadCrate(join(root, options.crate));
  const known = new Map([...(interfaceCrate ?? []), ...present]);
  const remainingSteps = () =>
    withoutMains(stepsWithLibraries(migrationStepsOf(remaining, loadText), remaining), known);
  let steps = remainingSteps();
  checkNames(options.only, steps, remaining.gone);
  const only = () =>
    options.withCallees === true ? withCallees(options.only, steps) : options.only;
  if (interfaceCrate !== undefined && loadProgress(root) === undefined) {
    const functions = steps.flatMap((step) => step.functions);
    const said = interfaceProblems(await loadGrammars().parser('rust'), interfaceCrate, functions);
    for (const line of said) deps.onWarning(`the given interface: ${line}`);
  }
  const standingNow = async () => {
    const found = { functions: functionsOf(scan.symbols), isNew: true };
    const mapped = options.reset ? [] : loadSymbolMap(root);
    return await projectStanding(root, options.crate, mapped, found, loadText);
  };
  const soFar = async () => outcomesSoFar(root, steps, await standingNow());
  const before = await soFar();
  sayUnknown(await standingNow(), deps.onWarning);
  if (opened === undefined) {
    return options.until === 'scan'
      ? { outcomes: before, costs: NO_COSTS }
      : {
          outcomes: withinLimits(before, { ...options, only: only() }),
          notRun: '--dry-run',
          costs: NO_COSTS,
        };
  }
  if (opened.kind === 'none') return { outcomes: before, notRun: opened.reason, costs: NO_COSTS };
  requireIsolation(sandbox);
  const { onWarning } = deps;
  const observer = deps.observer && redactedObserver(deps.observer, opened.redact);
  if (observer !== undefined) opened.ledger.listen(observer.call);
  const work = () =>
    withMigrationTools({ sandbox, env, signal }, async (tools) => {
      const { parsers, cargo, home, check } = tools;
      const { rust_interface } = config;
      const servingCrates = () => remaining.symbols.flatMap(cratesOf);
      const allow = allowCrates(config, home, signal, servingCrates);
      if (isReplacing) {
        const { model } = opened;
        await replaceLibraries(root, scan, config, replacementPolicy, {
          ...{ model, cargo, allow, signal, onProgress },
        });
        remaining = applyReplacements(root, scan, replacementPolicy);
        steps = remainingSteps();
        checkNames(options.only, steps, remaining.gone);
      }
      if (options.until === 'replace') {
        return {
          outcomes: await soFar(),
          costs: summariseCosts(opened.ledger, new Map()),
        };
      }
      const measured = { root, crate: options.crate, parser: parsers.rust, cargo };
      const start = options.gates === undefined ? undefined : await countCrate(measured);
      const reasons = start === undefined || options.reset ? [] : await whyPaused(root, start);
      if (reasons.length > 0 && options.gates === 'pause') {
        const costs = summariseCosts(opened.ledger, new Map());
        return { outcomes: await soFar(), paused: reasons, costs };
      }
      for (const reason of reasons) onWarning(`a gate fails: ${reason}`);
      const givenSignatures =
        rust_interface === undefined ? undefined : loadRustInterface(root, rust_interface);
      const outcomes = await migrateInSteps(
        root,
        steps,
        {
          ...{
            ...options,
            only: only(),
            notes: config.additional_notes,
            rustInterface: givenSignatures,
          },
          until: options.until === 'prepare' ? 'prepare' : 'transpile',
        },
        {
          ...{ model: opened.model, costOf: opened.costOf, parser: parsers.rust, cargo, signal },
          compareWithC: compareWithCBy(
            ...([sources, remaining, () => loadSymbolMap(root), check] as const),
            givenSignatures !== undefined,
          ),
          gates: stepGates(parsers, gateSettingsSchema.parse(config['gates'] ?? {})),
          allowCrate: allow,
          standing: await standingNow(),
          now: () => new Date(),
          recall: openRecall({ folder: root, scope: deps.memory }, env),
          types: typesToLayOut(remaining, loadText, sources, loadGrammars()),
          headers: loadHeaders(sources),
          onProgress: deps.onProgress,
          ...(observer && { onStepEnded: stepListener(observer, steps.length) }),
          ...(deps.confirm && { confirm: deps.confirm }),
        },
      );
      const isChanged = outcomes.some(({ kind }) => kind === 'migrated');
      if (start !== undefined) {
        await measureOrSay(() => recordMeasures(measured, start, isChanged), onWarning);
      }
      const unwritten = findUnwrittenFunctions(parsers.rust, loadCrate(join(root, options.crate)));
      return { outcomes, unwritten, costs: summariseCosts(opened.ledger, new Map()) };
    });
  try {
    return await bookCosts<MigratedProject>(root, opened, { env, onWarning }, work);
  } catch (thrown) {
    // What was recorded by then stays, and the next run goes on from there.
    if (!(thrown instanceof ModelError)) throw thrown;
    const costs = summariseCosts(opened.ledger, new Map());
    return { outcomes: await soFar(), stopped: thrown.message, costs };
  } finally {
    opened.evictCache();
  }
}

/** What was migrated stays, whether it can be measured or not. */
async function measureOrSay(
  measure: () => Promise<void>,
  onWarning: (line: string) => void,
): Promise<void> {
  try {
    await measure();
  } catch (thrown) {
    if (!(thrown instanceof UsageError || thrown instanceof IncompleteError)) throw thrown;
    onWarning(`nothing was measured: ${thrown.message}`);
  }
}

/** Tells an observer how far a migration is. */
function stepListener(
  observer: RunObserver,
  total: number,
): NonNullable<MigrationDeps['onStepEnded']> {
  observer.stage('transpile', 0, total);
  return ({ outcome, position, milliseconds }) => {
    observer.stage('transpile', position, total);
    observer.step({ name: stepName(outcome.step), outcome: outcome.kind, milliseconds });
  };
}

function cratesOf(symbol: CSymbol) {
  return symbol.category === 'function' ? (symbol.lib_replacement?.crates ?? []) : [];
}

/** @throws UsageError for a name that no function has, or one that went with another */
function checkNames(
  only: readonly string[],
  steps: readonly MigrationStep[],
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
  // Where several files have a function of a name, each is called by its file as well.
  const alike = names.filter((name) => name.endsWith(`:${unknown}`));
  if (alike.length > 0) {
    throw new UsageError(
      `--only names ${unknown}, which several files have: say which, as ${alike.join(' or ')}`,
    );
  }
  const close = didYouMean(unknown, names);
  const advice = close === undefined ? '' : `; did you mean ${close}?`;
  throw new UsageError(`--only names ${unknown}, which is no function of the project${advice}`);
}

/** Says once that records of earlier versions do not tell which C and which Rust they are of. */
function sayUnknown(
  standing: ReadonlyMap<string, Standing>,
  onWarning: (line: string) => void,
): void {
  const unknown = [...standing.values()].filter(({ kind }) => kind === 'not known').length;
  if (unknown === 0) return;
  onWarning(
    `${unknown} of ${standing.size} migrated functions were recorded by an earlier version: whether their C or their Rust has changed since they were compared is not known`,
  );
}

/** What is done, and what is left to do. */
function outcomesSoFar(
  root: string,
  steps: readonly MigrationStep[],
  standing: ReadonlyMap<string, Standing>,
): StepOutcome[] {
  const evidence = presentEvidence(loadSymbolMap(root), standing);
  return steps.map((step) => {
    const isDone = step.functions.every(({ name }) => evidence.has(name));
    return isDone ? { step, kind: 'done before', evidence } : { step, kind: 'waiting' };
  });
}

/** What a run with these limits would try; all that there is where it has none. */
function withinLimits(
  outcomes: readonly StepOutcome[],
  { only, maxFunctions }: Pick<MigrateProjectOptions, 'only' | 'maxFunctions'>,
): StepOutcome[] {
  if (only.length === 0 && maxFunctions === Number.MAX_SAFE_INTEGER) return [...outcomes];
  let tried = 0;
  return outcomes.filter(({ kind, step: { functions } }) => {
    const isWanted = only.length === 0 || functions.some(({ name }) => only.includes(name));
    if (kind !== 'waiting' || !isWanted || tried >= maxFunctions) return false;
    tried += functions.length;
    return true;
  });
}

/** @throws UsageError when the config names no folder of the project with Rust files */
function loadRustInterface(root: string, folder: string): CrateFiles {
  const files = loadRustFolder(resolveInsideTree(root, folder));
  if (files.size > 0) return files;
  throw new UsageError(`rust_interface names ${folder}, in which there is no Rust file`);
}
