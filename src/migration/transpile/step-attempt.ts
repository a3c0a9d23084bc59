import { cutText } from '../../agent/cut-text.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type FunctionPlan, type MigrationStep, stepName } from '../steps/step.ts';
import { applyAnswer, scopeProblem } from './apply-answer.ts';
import { askForCode } from './ask-migration-model.ts';
import type { AttemptDeps, AttemptResult } from './attempt-deps.ts';
import { buildAndTest } from './build-and-test.ts';
import type { CodeAnswer } from './code-answer.ts';
import { addDifferenceTest, compareStep, differenceText } from './compare-step.ts';
import { changesText } from './crate-text.ts';
import { editScopeOf, type StepEditScope } from './edit-guards.ts';
import { missingWork } from './missing-work.ts';
import { planStep } from './plan-step.ts';
import {
  callerValue,
  charactersOf,
  crateValue,
  evidenceText,
  planText,
  sourceValues,
} from './prompt-values.ts';
import { askStepReviewer } from './review-step.ts';
import { FAILURE_WORDS, type StepFailure } from './step-failure.ts';

/**
 * Makes one attempt at the functions of a step, from a plan to evidence: they are written, then repaired
 * by a fresh agent as often as the limits allow. Nothing but the work folder of cargo is written to.
 * @param restart how often it was begun before, and `earlier` what became of that
 * @throws ModelError when no model can be asked; the signal's reason
 */
export function attemptStep(
  step: MigrationStep,
  base: CrateFiles,
  restart: number,
  earlier: string,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  return new StepAttempt(step, base, `${stepName(step)}|${restart}`, deps).run(earlier);
}

/** Functions that were migrated before, and what was found wrong with them since. */
export interface ReportedAttempt {
  /** The crate with them. */
  readonly files: CrateFiles;
  readonly plans: readonly FunctionPlan[];
  readonly failure: StepFailure;
  /** Which time this is, from 1. */
  readonly round: number;
}

/**
 * Repairs functions of a step: an agent is told of a failure that may not show here; then everything is
 * checked as when they were written.
 * @param base the crate before the step: what was there stays as it is
 * @throws as `attemptStep`
 */
export function repairReportedFailure(
  step: MigrationStep,
  base: CrateFiles,
  found: ReportedAttempt,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  return new StepAttempt(step, base, `${stepName(step)}|found ${found.round}`, deps).repairReported(
    found,
  );
}

class StepAttempt {
  private readonly step: MigrationStep;
  private readonly base: CrateFiles;
  private readonly deps: AttemptDeps;
  private readonly subject: string;
  private readonly window: number;
  private readonly keptTests = new Set<string>();
  private readonly rounds = { compile: 0, test: 0, gate: 0, difference: 0, review: 0 };
  private files: CrateFiles;
  private plans: readonly FunctionPlan[] = [];
  private evidence: ReadonlyMap<string, Evidence> = new Map();
  private remarks: readonly string[] = [];
  private lastRefusal = '';

  constructor(step: MigrationStep, base: CrateFiles, subject: string, deps: AttemptDeps) {
    this.step = step;
    this.base = base;
    this.files = base;
    this.deps = deps;
    this.subject = subject;
    this.window = deps.model.window('smart');
  }

  async run(earlier: string): Promise<AttemptResult> {
    await this.planFunctions();
    if (this.plans.some(({ skip }) => skip === undefined)) await this.writeRust(earlier);
    return await this.repairUntilClean(await this.findFailure());
  }

  async repairReported({ files, plans, failure }: ReportedAttempt): Promise<AttemptResult> {
    this.files = files;
    this.plans = plans;
    return await this.repairUntilClean(failure);
  }

  private async repairUntilClean(first: StepFailure | undefined): Promise<AttemptResult> {
    for (let trouble = first; trouble !== undefined; ) {
      const { kind, text } = trouble;
      if (this.rounds[kind] >= this.deps.repairs[kind]) return this.failedResult(trouble);
      this.rounds[kind] += 1;
      this.deps.onProgress(`${FAILURE_WORDS[kind]}, repair ${this.rounds[kind]}`);
      const changed = await this.repair(trouble);
      trouble = changed ? await this.findFailure() : { kind, text };
    }
    const { files, plans, evidence, remarks, rounds } = this;
    return { kind: 'done', files, plans, evidence, remarks, rounds };
  }

  private failedResult({ kind, text }: StepFailure): AttemptResult {
    const refused = this.lastRefusal === '' ? '' : ` The last edit was undone: ${this.lastRefusal}`;
    const reason = `${FAILURE_WORDS[kind]} after ${this.rounds[kind]} repairs: ${cutText(text, 1500)}${refused}`;
    return { kind: 'failed', reason };
  }

  private async planFunctions(): Promise<void> {
    const { deps, step, base, window } = this;
    this.deps.onProgress('planning');
    const files = step.functions.flatMap(({ name }) => deps.moduleFiles.get(name) ?? []);
    const values = {
      ...this.sources(),
      crate: crateValue(deps.parser, base, files, window),
      callers: callerValue(step, window),
    };
    this.plans = await planStep(step, base, this.subject, values, deps);
  }

  private async writeRust(earlier: string): Promise<void> {
    this.deps.onProgress('writing');
    const values = {
      ...this.sources(),
      crate: this.crate(),
      callers: callerValue(this.step, this.window),
      plan: planText(this.plans),
      earlier: earlier || '(this is the first attempt)',
    };
    const { subject } = this;
    const question = { role: 'translator', tier: 'smart', subject, values } as const;
    await this.applyEdit(await askForCode(question, this.deps));
  }

  /** @returns whether anything has changed */
  private async repair({ kind, text }: StepFailure): Promise<boolean> {
    const { deps, window } = this;
    const shown = cutText(text, charactersOf(window, 0.2));
    const values = {
      ...this.sources(),
      crate: this.crate(),
      plan: planText(this.plans),
      diff: changesText(deps.parser, this.base, this.files, charactersOf(window, 0.3)),
      build_error: kind === 'compile' ? shown : '(none)',
      test_failure: kind === 'compile' ? '(none)' : shown,
      refused: this.lastRefusal || '(none)',
    };
    const subject = `${this.subject}|${kind}|${this.rounds[kind]}`;
    const question = { role: 'migration-fixer', tier: 'smart', subject, values } as const;
    return await this.applyEdit(await askForCode(question, deps));
  }

  private async applyEdit(answer: CodeAnswer): Promise<boolean> {
    const { base, files, deps } = this;
    const crate = { base, files, parser: deps.parser };
    const dependencies = [...new Set([...answer.dependencies, ...usedCrates(answer, this.step)])];
    const wanted = { ...answer, dependencies };
    const applied = await applyAnswer(wanted, crate, this.editScope(), deps.allowCrate);
    if ('problem' in applied) {
      this.lastRefusal = applied.problem;
      deps.onProgress(`an edit was undone: ${applied.problem}`);
      return false;
    }
    this.lastRefusal = '';
    this.files = applied.files;
    return true;
  }

  /** The first thing that is wrong with what there is. */
  private async findFailure(): Promise<StepFailure | undefined> {
    const { deps, step } = this;
    const { base, files, plans } = this;
    const missing = missingWork({ step, plans, base, files }, deps);
    if (missing !== undefined) return { kind: 'compile', text: missing };
    deps.onProgress('building and testing');
    const last = this.files;
    const isAllowed = (next: CrateFiles) =>
      scopeProblem({ base: this.base, last, next }, deps.parser, this.editScope()) === undefined;
    const plannedNames = this.plans.flatMap(({ rust }) => rust.split('::').at(-1) ?? []);
    const buildResult = await buildAndTest(this.files, { ...deps, isAllowed, plannedNames });
    this.files = buildResult.files;
    if (buildResult.kind !== 'good') return { kind: buildResult.kind, text: buildResult.problem };
    const faults = deps.checkStepGates(
      this.base,
      this.files,
      step,
      this.plans,
      deps.pendingFunctions,
    );
    if (faults.length > 0) return { kind: 'gate', text: faults.join('\n') };
    return (await this.compareEachFunction()) ?? (await this.askReviewer());
  }

  /** Runs old and new side by side. A difference becomes a test that stays. */
  private async compareEachFunction(): Promise<StepFailure | undefined> {
    const { evidence, difference } = await compareStep(this.plans, this.deps);
    this.evidence = evidence;
    if (difference === undefined) return undefined;
    const tested = await addDifferenceTest(this.files, difference, this.deps);
    if (tested !== undefined) {
      this.files = tested.files;
      for (const test of tested.tests) this.keptTests.add(test);
    }
    return { kind: 'difference', text: differenceText(difference) };
  }

  private async askReviewer(): Promise<StepFailure | undefined> {
    if (this.plans.every(({ skip }) => skip !== undefined)) return undefined;
    this.deps.onProgress('reviewing');
    const { issues, remark } = await askStepReviewer(
      `${this.subject}|${this.rounds.review}`,
      {
        ...sourceValues(this.step, this.window),
        plan: planText(this.plans),
        evidence: [...this.evidence]
          .map(([name, one]) => `${name}: ${evidenceText(one)}`)
          .join('\n'),
        diff: changesText(this.deps.parser, this.base, this.files, charactersOf(this.window, 0.5)),
      },
      this.deps,
    );
    this.remarks = remark === undefined ? issues : [remark];
    if (issues.length === 0) return undefined;
    const isEqual = [...this.evidence.values()].every(({ kind }) => kind === 'equal');
    // Against evidence, a reviewer who is never content does not block: what they say is kept.
    if (isEqual && this.rounds.review >= this.deps.repairs.review) return undefined;
    return { kind: 'review', text: issues.join('\n') };
  }

  private editScope(): StepEditScope {
    return editScopeOf(this.step, this.plans, this.base, this.keptTests, this.deps);
  }

  private sources() {
    return { ...sourceValues(this.step, this.window), notes: this.deps.notes || '(none)' };
  }

  private crate(): string {
    const own = this.plans.map(({ file }) => file);
    return crateValue(this.deps.parser, this.files, own, this.window);
  }
}

/** Crates that serve C functions, and that an answer uses, whether it names them or not. */
function usedCrates({ blocks }: CodeAnswer, { functions }: MigrationStep): string[] {
  const names = functions.flatMap(({ crates = [] }) => crates.map(({ name }) => name));
  return names.filter((name) => {
    const path = new RegExp(`\\b${name.replaceAll('-', '_')}\\s*::`);
    return blocks.some(({ text }) => path.test(text));
  });
}
