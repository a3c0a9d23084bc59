import { join } from 'node:path';
import { type Evidence, isSettled, othersThatDiffer } from '../../equivalence/evidence/evidence.ts';
import type { CompletionPart } from '../complete/complete-interface.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import type { CrateOfTypes } from '../layout/ask-for-types.ts';
import { type GrowingLayout, growLayout } from '../layout/grow-layout.ts';
import { CrateDigests, standingOfRust } from '../state/changed-rust.ts';
import { loadProgress, type Progress, writeProgress } from '../state/progress.ts';
import { withProjectLock } from '../state/project-lock.ts';
import { presentEvidence } from '../state/standing.ts';
import { evidenceByFunction, loadSymbolMap } from '../state/symbol-map.ts';
import {
  extendedLayout,
  grownTypesFile,
  knownRecords,
  loadTypeLayout,
} from '../state/type-layout.ts';
import { type MigrationStep, stepName } from '../steps/step.ts';
import { knownWarningsOf } from '../transpile/known-warnings.ts';
import { moveToAnchors } from '../transpile/move-to-anchors.ts';
import { recordStep } from '../transpile/record-step.ts';
import { migrateStepWithRestarts } from '../transpile/run-step.ts';
import { beginOrResume } from './begin-migration.ts';
import { blockedOthers, blockFunctions, impossibleFunctions } from './block-function.ts';
import { compareAgain } from './compare-again.ts';
import type { MigrationDeps, MigrationOptions } from './migration-run.ts';
import { offeredAnswers } from './offered-answers.ts';
import { offeredMethods } from './offered-methods.ts';
import { recordCompletion } from './record-completion.ts';
import { recoverInterruptedRun } from './recover.ts';
import { rememberedForStep } from './remembered-for-step.ts';
import { reopenFunction, repairDifferent } from './reopen-function.ts';
import { outcomeWithoutTrying, type StepOutcome, withEvidence } from './step-outcome.ts';
import { withStepProgram } from './step-program.ts';

/**
 * Migrates a C project to Rust, one step after the other, each with a commit of its own. It continues
 * where an earlier run ended, however that ended.
 * @param project the real path of the project's folder, in a git work tree
 * @throws UsageError for uncommitted work in the crate, and all else that a person has to settle;
 *   ModelError when no model can be asked any more; the signal's reason. What is recorded by then stays.
 */
export async function migrateInSteps(
  project: string,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
  deps: MigrationDeps,
): Promise<StepOutcome[]> {
  return await withProjectLock(project, () =>
    new MigrationRunner(project, steps, options, deps).migrateAll(),
  );
}

/** So often what a run has changed is compared anew: repairs change more. */
const MAX_ROUNDS = 3;

class MigrationRunner {
  private readonly project: string;
  private readonly steps: readonly MigrationStep[];
  private readonly options: MigrationOptions;
  private readonly deps: MigrationDeps;
  /** Warnings that the crate had before this step. */
  private knownWarnings: ReadonlySet<string> = new Set();
  /** Functions of the C that cannot be migrated, as a second reader agreed: what calls them does without. */
  private lacking: ReadonlySet<string> = new Set();
  /** Paths of the Rust that was asked about once more, since it was found to differ later, and how often. */
  private readonly reopened = new Map<string, number>();
  /** Functions whose C or Rust has changed since they were compared, and how. */
  private readonly stale = new Map<string, string>();
  /** How many functions this run has tried. */
  private tried = 0;

  constructor(
    project: string,
    steps: readonly MigrationStep[],
    options: MigrationOptions,
    deps: MigrationDeps,
  ) {
    this.project = project;
    this.steps = steps;
    this.options = options;
    this.deps = deps;
  }

  async migrateAll(): Promise<StepOutcome[]> {
    await recoverInterruptedRun(this.project, this.options.crate, this.deps.onProgress);
    const progress = await beginOrResume(this.project, this.steps, this.options, this.deps);
    if (this.options.until === 'prepare') {
      return this.steps.map((step) => ({ step, kind: 'waiting' }));
    }
    await this.compareStale();
    let outcomes = await this.tryAll();
    if (progress.has_interface && this.isAllTried(outcomes)) {
      outcomes = await this.completeInterface(outcomes);
    }
    const isNew = outcomes.some(({ kind }) => kind === 'migrated');
    if (isNew) outcomes = await this.compareAgain(outcomes);
    return await this.compareChangedHere(outcomes);
  }

  /**
   * Compares functions anew that use Rust which this run has changed: a type has grown, or what they call was repaired.
   */
  private async compareChangedHere(outcomes: readonly StepOutcome[]): Promise<StepOutcome[]> {
    for (let round = 1; ; round += 1) {
      const mapped = loadSymbolMap(this.project).filter(({ evidence }) => isSettled(evidence));
      const digests = new CrateDigests(this.deps.parser, loadCrate(this.crateFolder));
      const names = [...standingOfRust(mapped, digests)].flatMap(([name, one]) => {
        if (one.kind !== 'changed' || this.stale.has(name)) return [];
        this.stale.set(name, one.because);
        return [name];
      });
      // What repairs go on changing stays stale.
      if (names.length === 0 || round > MAX_ROUNDS) break;
      await this.compareAnew(names);
    }
    return withEvidence(outcomes, this.evidenceToGoBy());
  }

  /**
   * Compares functions anew whose C or Rust has changed since, and has those repaired that differ now. With names that a
   * person gave, these alone.
   */
  private async compareStale(): Promise<void> {
    const { only } = this.options;
    for (const [name, one] of this.deps.standing ?? []) {
      if (one.kind === 'changed') this.stale.set(name, one.because);
    }
    const wanted = loadSymbolMap(this.project).filter(
      ({ c_qname: name, evidence }) =>
        this.stale.has(name) &&
        (isSettled(evidence) || evidence.kind === 'different') &&
        (only.length === 0 || only.includes(name)),
    );
    if (wanted.length > 0) await this.compareAnew(wanted.map((one) => one.c_qname));
  }

  private async compareAnew(names: readonly string[]): Promise<void> {
    const { project, steps, options, deps, reopened } = this;
    for (const name of names) deps.onProgress(`${name}: ${this.stale.get(name)}`);
    await this.reopen(await this.lateEvidence(new Set(names)));
    for (const { c_qname, c_name, rust_symbol } of loadSymbolMap(project)) {
      const seen = evidenceByFunction(project).get(c_qname);
      if (seen?.kind !== 'different' || !names.includes(c_qname)) continue;
      const { input, c, rust, test } = seen;
      const other = { c_name, rust_symbol, called_before: [], input, c, rust, test };
      await repairDifferent(project, steps, other, options, deps, reopened);
    }
  }

  /** What is known of each migrated function as it is. What needed no Rust for C that has changed is to do again. */
  private evidenceToGoBy(): Map<string, Evidence> {
    const mapped = loadSymbolMap(this.project);
    const changed = [...this.stale].map(
      ([name, because]) => [name, { kind: 'changed', because }] as const,
    );
    const found = presentEvidence(mapped, new Map(changed));
    for (const { c_qname: name, rust_symbol: rust } of mapped) {
      if (this.stale.has(name) && rust === '') found.delete(name);
    }
    return found;
  }

  private progressNow(): Progress {
    const progress = loadProgress(this.project);
    if (progress === undefined) throw new Error('a migration that was begun has its progress');
    return progress;
  }

  /** @param earlier what became of the steps in this run; those that were skipped are looked at again */
  private async tryAll(earlier: readonly StepOutcome[] = []): Promise<StepOutcome[]> {
    let outcomes: StepOutcome[] = [];
    for (const [at, step] of this.steps.entries()) {
      const progress = this.progressNow();
      // A given interface may have something in their place, which comes first.
      if (!progress.has_interface) this.lacking = impossibleFunctions(progress.blocked);
      const ended = earlier[at];
      const known =
        ended !== undefined && ended.kind !== 'skipped'
          ? ended
          : outcomeWithoutTrying(step, {
              ...{ mapped: this.evidenceToGoBy(), blocked: progress.blocked, outcomes },
              ...{ lacking: this.lacking, only: this.options.only, all: this.functionNames },
            });
      if (known !== undefined) {
        outcomes.push(known);
        continue;
      }
      if (this.tried >= this.options.maxFunctions) {
        outcomes.push({ step, kind: 'waiting' });
        continue;
      }
      this.tried += step.functions.length;
      this.deps.onProgress(`[${at + 1}/${this.steps.length}] ${stepName(step)}`);
      const started = performance.now();
      const outcome = await this.migrateStep(step, progress);
      outcomes.push(outcome);
      const seen = outcome.kind === 'migrated' && outcome.result.kind === 'done';
      if (seen && (await this.reopen([...outcome.result.evidence.values()]))) {
        outcomes = withEvidence(outcomes, this.evidenceToGoBy());
      }
      const milliseconds = performance.now() - started;
      const position = at + 1;
      this.deps.onStepEnded?.({ outcome, position, total: this.steps.length, milliseconds });
    }
    return outcomes;
  }

  /**
   * Writes what a given interface has in the place of C functions that cannot be migrated under it, tries
   * those that were skipped for want of these, then writes what stands for no function of the C.
   */
  private async completeInterface(before: readonly StepOutcome[]): Promise<StepOutcome[]> {
    let outcomes = [...before];
    const hasMigrated = () => outcomes.some(({ kind }) => kind === 'migrated');
    for (let retries = hasMigrated(); ; retries = false) {
      const { blocked } = await this.recordPart('instead', retries);
      const lacking = impossibleFunctions(blocked);
      if (lacking.size === this.lacking.size) break;
      this.lacking = lacking;
      outcomes = await this.tryAll(outcomes);
    }
    await this.recordPart('beside', hasMigrated());
    return outcomes;
  }

  /** @param retries whether what was left before is tried again */
  private async recordPart(part: CompletionPart, retries: boolean): Promise<Progress> {
    const { project, steps, options, deps } = this;
    const run = { ...options, part, retries };
    return await recordCompletion(project, steps, this.progressNow(), run, deps);
  }

  private isAllTried(outcomes: readonly StepOutcome[]): boolean {
    return this.options.only.length === 0 && outcomes.every(({ kind }) => kind !== 'waiting');
  }

  /** Looks once more at what could not be compared before all was there. */
  private async compareAgain(outcomes: readonly StepOutcome[]): Promise<StepOutcome[]> {
    await this.reopen(await this.lateEvidence('all'));
    return withEvidence(outcomes, this.evidenceToGoBy());
  }

  private async lateEvidence(
    which: 'all' | 'without others' | ReadonlySet<string>,
  ): Promise<readonly Evidence[]> {
    const { project, crateFolder, deps, steps } = this;
    const late = await compareAgain(
      project,
      crateFolder,
      this.progressNow(),
      { ...deps, steps },
      which,
    );
    for (const [name, { kind }] of late.evidence) {
      this.stale.delete(name);
      deps.onProgress(`${name} was looked at once more: ${kind}`);
    }
    return [...late.evidence.values()];
  }

  /**
   * Reopens the functions that were found to differ while others were compared, then compares these with
   * them. @param evidence of what was compared
   */
  private async reopen(evidence: readonly Evidence[]): Promise<boolean> {
    const { project, steps, options, deps, reopened } = this;
    const found = evidence.flatMap(othersThatDiffer);
    for (const other of found) {
      await reopenFunction(project, steps, other, options, deps, reopened);
    }
    if (found.length === 0) return false;
    // What no repair has changed differs for good.
    const still = (await this.lateEvidence('without others')).flatMap(othersThatDiffer);
    for (const other of still) {
      await reopenFunction(project, steps, other, options, deps, reopened);
    }
    return true;
  }

  private get functionNames(): ReadonlySet<string> {
    return new Set(this.steps.flatMap(({ functions }) => functions.map(({ name }) => name)));
  }

  private get crateFolder(): string {
    return join(this.project, this.options.crate);
  }

  /** The types that a step needs and the layout has not, where it grows; undefined where there are none. */
  private async typesFor(
    step: MigrationStep,
    crate: CrateFiles,
    known: Pick<GrowingLayout, 'layout' | 'moduleFiles' | 'rustNames'>,
  ): Promise<CrateOfTypes | undefined> {
    const { options, steps, deps } = this;
    if (deps.types === undefined || known.layout.grows === undefined) return undefined;
    const { all: types, formProblem } = deps.types;
    return await growLayout(
      step,
      crate,
      { ...known, types, steps },
      { ...deps, formProblem, notes: options.notes },
    );
  }

  private async recordKnownWarnings(base: CrateFiles): Promise<void> {
    this.knownWarnings = await knownWarningsOf(base, this.deps.cargo);
  }

  private async migrateStep(step: MigrationStep, progress: Progress): Promise<StepOutcome> {
    const { project, options, deps } = this;
    const base = loadCrate(this.crateFolder);
    const functions = step.functions.map(({ name }) => name);
    const mapped = this.evidenceToGoBy();
    const rustNames = new Map(
      loadSymbolMap(project).map(({ c_qname, rust_symbol }) => [c_qname, rust_symbol]),
    );
    const rustOf = (isMeant: (name: string) => boolean) =>
      [...rustNames].flatMap(([name, path]) => (isMeant(name) ? [path] : []));
    const moduleFiles = new Map(Object.entries(progress.places));
    const laidOut = loadTypeLayout(project);
    const grown = await this.typesFor(step, base, { layout: laidOut, moduleFiles, rustNames });
    const layout = grown === undefined ? laidOut : extendedLayout(laidOut, grown.layout);
    // The types come with the step: the crate has them once it holds.
    const start = grown?.files ?? base;
    await this.recordKnownWarnings(start);
    const result = await migrateStepWithRestarts(step, start, {
      ...{ ...deps, moduleFiles },
      hasInterface: progress.has_interface,
      rustNames,
      takenPaths: new Set(rustOf((name) => !functions.includes(name))),
      skippedFunctions: new Set(
        [...rustNames].flatMap(([name, path]) => (path === '' ? [name] : [])),
      ),
      repeatedPaths: new Set(rustOf((name) => functions.includes(name))),
      notes: options.notes,
      remembered: [
        ...rememberedForStep(step, this.steps, loadSymbolMap(project), deps.recall),
        ...offeredMethods(step, this.steps, loadSymbolMap(project), progress.converted),
      ],
      answersTo: (failure) => offeredAnswers(failure, loadSymbolMap(project), functions),
      layout,
      records: knownRecords(project, layout),
      knownWarnings: this.knownWarnings,
      lackingFunctions: this.lacking,
      pendingFunctions: new Set(
        [...this.functionNames].filter(
          (name) => !mapped.has(name) && !functions.includes(name) && !this.lacking.has(name),
        ),
      ),
      repairs: options.repairs,
      maxRestarts: options.maxRestarts,
      onAttempt: (restart) =>
        writeProgress(project, { ...progress, current: { functions, restart } }),
    });
    if (result.kind === 'failed') {
      blockFunctions(project, step, result, progress);
      return { step, kind: 'blocked', reason: result.reason };
    }
    const moved = await moveToAnchors(base, result.files, step, deps);
    const program = await withStepProgram(moved, step, result.plans, this.steps, deps);
    if ('problem' in program) {
      const reason = program.problem;
      blockFunctions(project, step, { ...result, reason }, progress);
      return { step, kind: 'blocked', reason };
    }
    const { files } = program;
    if (deps.confirm !== undefined && !(await deps.confirm(step, { ...result, files }))) {
      writeProgress(project, { ...progress, current: null });
      return { step, kind: 'skipped', reason: 'it was declined' };
    }
    const before = progress.converted.filter(
      (one) => !one.functions.some((name) => functions.includes(name)),
    );
    const converted = [...before, { functions, commit: '', metrics: result.metrics }];
    const blocked = blockedOthers(step, progress);
    const next = { ...progress, current: null, commit: '', converted, blocked };
    const types = grown && { [grownTypesFile(step)]: grown.layout };
    const recording = {
      base,
      result: { ...result, files },
      digests: new CrateDigests(deps.parser, result.files),
      types,
      progress: next,
      now: deps.now(),
    };
    const { commit } = await recordStep(project, options.crate, step, recording);
    for (const name of functions) this.stale.delete(name);
    return { step, kind: 'migrated', commit, result: { ...result, files } };
  }
}
