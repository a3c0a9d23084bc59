import { cutText } from '../../agent/cut-text.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import { AnsweredRefusals } from './answered-refusals.ts';
import { applyAnswer, scopeProblem, usedCrates } from './apply-answer.ts';
import { Arbiter } from './arbiter.ts';
import { askForCode } from './ask-migration-model.ts';
import type { AttemptDeps, AttemptResult, BuiltRust } from './attempt-deps.ts';
import type { AttemptHistory } from './attempt-history.ts';
import { buildAndTest } from './build-and-test.ts';
import { answerText, type CodeAnswer } from './code-answer.ts';
import type { StepDifference } from './compare-step.ts';
import { editScopeOf, type StepEditScope } from './edit-guards.ts';
import { findSuspicion } from './find-suspicion.ts';
import { askAboutDeletion } from './large-deletion.ts';
import { missingWork } from './missing-work.ts';
import { isSmallStep, needsReview } from './needs-review.ts';
import {
  comparisonProblem,
  isComparedAnew,
  isSameRust,
  MAX_PLANS_ANEW,
  orNone,
  PLAN_AGAIN,
  type Uncompared,
} from './plan-again.ts';
import { planStep } from './plan-step.ts';
import { evidenceText, planText } from './prompt-values.ts';
import { QuestionValues } from './question-values.ts';
import { StepReviewer } from './review-step.ts';
import { SeenDifferences } from './seen-differences.ts';
import { FAILURE_WORDS, NO_ROUNDS, type StepFailure } from './step-failure.ts';
import { withWrittenSignatures } from './written-signatures.ts';

/** Functions that were migrated before, and what was found wrong with them since. */
export interface ReportedAttempt {
  /** The crate with them. */
  readonly files: CrateFiles;
  readonly plans: readonly FunctionPlan[];
  readonly failure: StepFailure;
  /** Of a difference: its test becomes one of the crate, and stays. */
  readonly difference?: StepDifference;
  /** Which time this is, from 1. */
  readonly round: number;
}

/** One attempt at the functions of a step, from a plan to evidence. */
export class StepAttempt {
  private readonly step: MigrationStep;
  private readonly base: CrateFiles;
  private readonly deps: AttemptDeps;
  private readonly subject: string;
  private readonly values: QuestionValues;
  private rounds = { ...NO_ROUNDS };
  private files: CrateFiles;
  private plans: readonly FunctionPlan[] = [];
  private evidence: ReadonlyMap<string, Evidence> = new Map();
  private remarks: readonly string[] = [];
  private readonly history: AttemptHistory;
  private readonly judge: Arbiter;
  private readonly differences: SeenDifferences;
  private readonly answered: AnsweredRefusals;
  private lastRefusal = '';
  private plansAnew = 0;
  private isDeletionAsked = false;
  private built: BuiltRust | undefined;
  /** Rust that builds and passes its tests, and is written anew since it could not be compared. */
  private uncompared: Uncompared | undefined;
  private readonly reviewer: StepReviewer;

  constructor(
    step: MigrationStep,
    base: CrateFiles,
    subject: string,
    history: AttemptHistory,
    deps: AttemptDeps,
  ) {
    this.step = step;
    this.base = base;
    this.files = base;
    this.deps = deps;
    this.subject = subject;
    this.history = history;
    this.judge = new Arbiter(subject, history, deps);
    this.differences = new SeenDifferences(this.judge, deps);
    this.reviewer = new StepReviewer(subject, deps);
    this.answered = new AnsweredRefusals(deps.parser);
    this.values = new QuestionValues(step, deps);
  }

  /** @param before what the last attempt wrote: it stands where only how it is compared has to change */
  async run(before?: BuiltRust): Promise<AttemptResult> {
    const result = await this.planAndWrite(before);
    return result.kind === 'failed' ? { ...result, built: this.built } : result;
  }

  private async planAndWrite(before: BuiltRust | undefined): Promise<AttemptResult> {
    const refused = await this.planFunctions();
    if (refused !== undefined) return refused;
    const { plans } = this;
    if (before !== undefined && isComparedAnew(before.plans, plans)) {
      this.deps.onProgress('the Rust stands, and is compared by another plan');
      this.files = before.files;
    } else if (plans.some(({ skip }) => skip === undefined)) {
      const impossible = await this.writeRust();
      if (impossible !== undefined) return impossible;
    }
    return await this.repairUntilClean(await this.findFailure());
  }

  async repairReported(found: ReportedAttempt): Promise<AttemptResult> {
    const { files, plans, failure, difference } = found;
    this.files = files;
    this.plans = plans;
    if (difference !== undefined) {
      this.files = await this.differences.takeReported(difference, files);
    }
    return await this.repairUntilClean(failure);
  }

  private async repairUntilClean(first: StepFailure | undefined): Promise<AttemptResult> {
    for (let trouble = first; trouble !== undefined; ) {
      const { kind, text } = trouble;
      if (this.rounds[kind] >= this.deps.repairs[kind]) {
        if (!this.takeBack(`${FAILURE_WORDS[kind]}: ${text}`)) return this.failedResult(trouble);
        trouble = await this.findFailure();
        continue;
      }
      this.rounds[kind] += 1;
      const what = `${FAILURE_WORDS[kind]}${kind === 'gate' ? ` (${text.split(':')[0]})` : ''}`;
      this.deps.onProgress(`${what}, repair ${this.rounds[kind]}`);
      const before = this.files;
      const outcome = await this.repair(trouble);
      if (typeof outcome !== 'string') return outcome;
      if (outcome === 'refused') continue;
      const after = this.files;
      const next = await this.findFailure();
      this.answered.note(trouble, before, after, next);
      trouble = next;
    }
    const { files, plans, evidence, rounds } = this;
    const remarks = [...this.judge.remarks, ...this.remarks];
    const answered = this.answered.list;
    return { kind: 'done', files, plans, evidence, remarks, answered, rounds };
  }

  private failedResult({ kind, text }: StepFailure): AttemptResult {
    const refused = this.lastRefusal === '' ? '' : ` The last edit was undone: ${this.lastRefusal}`;
    const reason = `${FAILURE_WORDS[kind]} after ${this.rounds[kind]} repairs: ${cutText(text, 1500)}${refused}`;
    this.history.add('This attempt was given up', `${FAILURE_WORDS[kind]}: ${text}`);
    return { kind: 'failed', reason, tried: this.history.list, isFinal: false };
  }

  /** @returns how the attempt ended, where that cannot be done */
  private async planFunctions(): Promise<AttemptResult | undefined> {
    const { deps, step, base } = this;
    this.deps.onProgress('planning');
    const files = step.functions.flatMap(({ name }) => deps.moduleFiles.get(name) ?? []);
    for (const subject of [this.subject, `${this.subject}|again`]) {
      const crate = this.values.crate(base, files, 'plan');
      const earlier = this.earlier('(this is the first attempt)');
      const values = this.values.plan({ crate, earlier });
      const result = await planStep(step, base, subject, values, deps);
      if ('plans' in result) {
        this.plans = result.plans;
        return undefined;
      }
      const objection = { kind: 'impossible', because: result.cannot } as const;
      const wanted = 'a plan for these functions';
      const refused = await this.judge.judgeImpossible(objection, wanted, this.disputed(), true);
      if (refused !== undefined) return refused;
    }
    const reason = 'the planner says twice that it cannot be done, and a second reader disagrees';
    return { kind: 'failed', reason, tried: this.history.list, isFinal: false };
  }

  /** @returns how the attempt ended, where that cannot be done */
  private async writeRust(): Promise<AttemptResult | undefined> {
    this.deps.onProgress('writing');
    const values = {
      ...this.sources(),
      crate: this.crate(),
      callers: this.values.callers(),
      plan: planText(this.plans),
      earlier: this.earlier('(this is the first attempt)'),
    };
    // What is written anew for another plan is a question of its own.
    const subject = this.plansAnew === 0 ? this.subject : `${this.subject}|anew ${this.plansAnew}`;
    const question = { role: 'translator', tier: 'smart', subject, values } as const;
    const answer = await askForCode(question, this.deps);
    if (answer.objection?.kind === 'impossible') {
      const wanted = 'the Rust of this plan';
      return await this.judge.judgeImpossible(answer.objection, wanted, this.disputed());
    }
    const problem = await this.applyEdit(answer);
    if (problem !== undefined) this.history.add('The Rust was undone', problem, answerText(answer));
    return undefined;
  }

  /** @returns whether anything has changed; or how the attempt ended, where it cannot be done */
  private async repair(trouble: StepFailure): Promise<'changed' | 'refused' | AttemptResult> {
    const { kind, text } = trouble;
    const { deps } = this;
    const shown = cutText(text, this.values.room(0.2));
    const values = {
      ...this.sources(),
      crate: this.crate(),
      plan: planText(this.plans),
      diff: this.values.diff(this.base, this.files, 0.3),
      build_error: kind === 'compile' ? shown : '(none)',
      test_failure: kind === 'compile' ? '(none)' : shown,
      refused: this.earlier('(none)'),
    };
    const subject = `${this.subject}|${kind}|${this.rounds[kind]}`;
    const question = { role: 'migration-fixer', tier: 'smart', subject, values } as const;
    const { remembered = [], answersTo } = deps;
    const known = [...remembered, ...(answersTo?.(trouble) ?? [])];
    const answer = await askForCode(question, { ...deps, remembered: known });
    const what = `Repair ${this.rounds[kind]}, since ${FAILURE_WORDS[kind]}`;
    if (answer.objection !== undefined) {
      const outcome = await this.judge.judge(answer.objection, trouble, this.disputed());
      if (outcome === 'changed' && kind === 'difference') {
        this.files = this.differences.refuteLast(this.files);
      }
      return outcome;
    }
    const problem = await this.applyEdit(answer);
    if (problem === undefined) this.history.add(what, text);
    else this.history.add(`${what}, was undone`, problem, answerText(answer));
    return problem === undefined ? 'changed' : 'refused';
  }

  /** What a second reader sees of the step, beside the objection. */
  private disputed(): Readonly<Record<string, string>> {
    const { base, files, values } = this;
    return {
      ...values.sources(),
      plan: planText(this.plans),
      crate: this.crate(),
      diff: values.diff(base, files, 0.3),
    };
  }

  private earlier(whenNone: string): string {
    return this.history.text(this.values.room(0.12)) || whenNone;
  }

  /** @returns why it was undone; undefined where it was not */
  private async applyEdit(answer: CodeAnswer): Promise<string | undefined> {
    const { base, files, deps } = this;
    const crate = { base, files, parser: deps.parser };
    const dependencies = [...new Set([...answer.dependencies, ...usedCrates(answer, this.step)])];
    const wanted = { ...answer, dependencies };
    const applied = await applyAnswer(wanted, crate, this.editScope(), deps.allowCrate);
    const problem = 'problem' in applied ? applied.problem : this.questionOf(applied.files);
    if (problem !== undefined || 'problem' in applied) {
      this.lastRefusal = problem ?? '';
      deps.onProgress(`an edit was undone: ${problem}`);
      return problem;
    }
    this.lastRefusal = '';
    this.files = applied.files;
    return undefined;
  }

  /** Asked once: who takes as much away again means it. */
  private questionOf(edited: CrateFiles): string | undefined {
    const question = this.isDeletionAsked ? undefined : askAboutDeletion(this.files, edited);
    this.isDeletionAsked ||= question !== undefined;
    return question;
  }

  /** The first thing that is wrong with what there is. */
  private async findFailure(): Promise<StepFailure | undefined> {
    const { deps, step, base, files, plans } = this;
    const missing = missingWork({ step, plans, base, files }, deps);
    if (missing !== undefined) return { kind: 'compile', text: missing };
    deps.onProgress('building and testing');
    const last = this.files;
    const isAllowed = (next: CrateFiles) =>
      scopeProblem({ base: this.base, last, next }, deps.parser, this.editScope()) === undefined;
    const plannedNames = this.plans.flatMap(({ rust }) => rust.split('::').at(-1) ?? []);
    const buildResult = await buildAndTest(this.files, {
      ...{ ...deps, isAllowed, plannedNames },
      awaitsOthers: this.awaitsOthers(),
    });
    this.files = buildResult.files;
    if (buildResult.kind !== 'good') return { kind: buildResult.kind, text: buildResult.problem };
    const faults = deps.gates.faults(this.base, this.files);
    if (faults.length > 0) return { kind: 'gate', text: faults.join('\n') };
    this.plans = withWrittenSignatures(plans, this.files, deps.parser);
    this.built = { files: this.differences.withoutTests(this.files), plans: this.plans };
    const compared = await this.differences.compare(this.plans, this.files);
    this.files = compared.files;
    this.evidence = compared.evidence;
    if (compared.failure !== undefined) return compared.failure;
    if (await this.planAnew()) return await this.findFailure();
    const seen = { files: this.files, step, plans: this.plans, evidence: this.evidence };
    const suspicion = findSuspicion(seen, deps, (text) => this.judge.isSettled(text));
    return suspicion ?? (await this.askReviewer());
  }

  /**
   * Has the planner hear why C and Rust could not be run side by side by its plan.
   * @returns whether all is to be looked at again
   */
  private async planAnew(): Promise<boolean> {
    const { deps, step, base, plans, evidence, files } = this;
    const problem = comparisonProblem(plans, evidence, this.awaitsOthers());
    if (problem === undefined || this.plansAnew >= MAX_PLANS_ANEW) return false;
    this.plansAnew += 1;
    deps.onProgress(`planning again, since C and Rust could not be compared: ${problem}`);
    const what = `C and Rust could not be run side by side by this plan:\n${planText(plans)}\nThe reason`;
    this.history.add(what, problem);
    const earlier = `${this.earlier('')}\n\n${PLAN_AGAIN}`;
    const crate = this.values.crate(files, this.ownFiles(), 'plan');
    const values = this.values.plan({ crate, earlier });
    const subject = `${this.subject}|compare ${this.plansAnew}`;
    const result = await orNone(planStep(step, base, subject, values, deps));
    if (result === undefined || 'cannot' in result || result.isPlain === true) return false;
    if (isComparedAnew(plans, result.plans)) {
      // They say what the C did by a mapping that holds no more.
      this.files = this.differences.dropTests(files);
      this.plans = result.plans;
      return true;
    }
    if (isSameRust(plans, result.plans)) return false;
    this.uncompared ??= { files, plans, keptTests: this.differences.keptTests };
    this.files = base;
    this.differences.startFrom(new Set());
    this.plans = result.plans;
    const impossible = await this.writeRust();
    if (impossible !== undefined) this.takeBack('it cannot be done');
    return true;
  }

  /** Has the Rust stand that could not be compared, where what should take its place came to nothing. */
  private takeBack(problem: string): boolean {
    const before = this.uncompared;
    if (before === undefined) return false;
    this.deps.onProgress('the Rust of the earlier plan stands, which could not be compared');
    this.history.add('Another plan came to nothing', problem);
    this.uncompared = undefined;
    this.plansAnew = MAX_PLANS_ANEW;
    this.files = before.files;
    this.plans = before.plans;
    this.differences.startFrom(before.keptTests);
    this.rounds = { ...NO_ROUNDS };
    return true;
  }

  private async askReviewer(): Promise<StepFailure | undefined> {
    if (this.plans.every(({ skip }) => skip !== undefined)) return undefined;
    const { deps, step, base, files } = this;
    if (!needsReview(step, this.plans, this.evidence)) {
      deps.onProgress('not reviewed: it is small, and all of it was compared');
      return undefined;
    }
    deps.onProgress('reviewing');
    const values = {
      ...this.values.sources(),
      plan: planText(this.plans),
      evidence: [...this.evidence].map(([name, one]) => `${name}: ${evidenceText(one)}`).join('\n'),
      crate: this.values.crate(base, this.ownFiles(), 'neither'),
      diff: this.values.diff(base, files, 0.5, false),
    };
    const isSmall = isSmallStep(step, this.plans);
    const { issues, remarks } = await this.reviewer.review(values, this.rounds.review, isSmall);
    this.remarks = remarks;
    if (issues.length === 0) return undefined;
    const isEqual = [...this.evidence.values()].every(({ kind }) => kind === 'equal');
    // Against evidence, a reviewer who is never content does not block: what they say is kept.
    if (isEqual && this.rounds.review >= this.deps.repairs.review) return undefined;
    const text = issues.join('\n');
    return this.judge.isSettled(text) ? undefined : { kind: 'review', text, isDisputable: true };
  }

  private awaitsOthers(): boolean {
    const own = this.step.functions.map(({ name }) => name);
    return [...this.deps.pendingFunctions].some((name) => !own.includes(name));
  }

  private editScope(): StepEditScope {
    const { keptTests } = this.differences;
    return editScopeOf(this.step, this.plans, this.base, keptTests, this.deps);
  }

  private sources() {
    return { ...this.values.sources(), notes: this.values.notes() };
  }

  private crate(): string {
    return this.values.crate(this.files, this.ownFiles(), 'code');
  }

  private ownFiles(): string[] {
    return this.plans.map(({ file }) => file);
  }
}
