import type { CrateFiles } from '../crate/crate-files.ts';
import { type MigrationStep, stepName } from '../steps/step.ts';
import type { AttemptDeps, AttemptResult, BuiltRust } from './attempt-deps.ts';
import { AttemptHistory } from './attempt-history.ts';
import { type ReportedAttempt, StepAttempt } from './step-attempt.ts';

/** What became of attempts before. */
export interface EarlierAttempts {
  readonly tried: readonly string[];
  /** Of the last one. */
  readonly built?: BuiltRust | undefined;
}

/**
 * Makes one attempt at the functions of a step, from a plan to evidence: they are written, then repaired
 * by a fresh agent as often as the limits allow. Nothing but the work folder of cargo is written to.
 * @param restart how often it was begun before
 * @throws ModelError when no model can be asked; the signal's reason
 */
export function attemptStep(
  step: MigrationStep,
  base: CrateFiles,
  restart: number,
  { tried, built }: EarlierAttempts,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  const history = new AttemptHistory(tried);
  return new StepAttempt(step, base, `${stepName(step)}|${restart}`, history, deps).run(built);
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
  const subject = `${stepName(step)}|found ${found.round}`;
  return new StepAttempt(step, base, subject, new AttemptHistory(), deps).repairReported(found);
}
