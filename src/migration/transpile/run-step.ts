import { ModelError } from '../../errors.ts';
import type { UnparsedAnswer } from '../../model/model.ts';
import { type CrateFiles, sourcePaths } from '../crate/crate-files.ts';
import type { StepMetrics } from '../state/progress.ts';
import type { MigrationStep } from '../steps/step.ts';
import { askedOnce, RepeatedQuestion } from './asked-once.ts';
import type { AttemptDeps, AttemptResult } from './attempt-deps.ts';
import { attemptStep, type EarlierAttempts } from './attempt-step.ts';
import { unsupportedMain } from './main-problem.ts';
import { meteredModel } from './metered-model.ts';
import { NO_ROUNDS } from './step-failure.ts';

export interface RunStepDeps extends AttemptDeps {
  readonly maxRestarts: number;
  readonly costOf: (answer: UnparsedAnswer) => number;
  /** Hears before each attempt how often the step was begun before. */
  readonly onAttempt: (restart: number) => void;
}

/** How the last attempt at a step ended, and what all of them took. */
export type StepResult = AttemptResult & { readonly metrics: StepMetrics };

/** What none of the calls is worth going on for: the rest would fail in the same way. */
const ENDS_RUN: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'budget', 'replay']);

/**
 * Migrates the functions of a step: a new attempt is made when one has used up its repairs, as often as
 * the restarts allow.
 * @throws ModelError when no model can be asked any more; the signal's reason
 */
export async function migrateStepWithRestarts(
  step: MigrationStep,
  base: CrateFiles,
  deps: RunStepDeps,
): Promise<StepResult> {
  const started = performance.now();
  const { model: billed, metered } = meteredModel(deps.model, deps.costOf);
  const model = askedOnce(billed);
  let reason = '';
  let tried: readonly string[] = [];
  let built: EarlierAttempts['built'];
  const unsupported = unsupportedMain(step);
  if (unsupported !== undefined) {
    const metrics = metricsOf(0, NO_ROUNDS, base);
    return { kind: 'failed', reason: unsupported, tried, isFinal: true, metrics };
  }
  for (let restart = 0; restart <= deps.maxRestarts; restart += 1) {
    deps.onAttempt(restart);
    const attempt = await tryAttempt(step, base, restart, { tried, built }, { ...deps, model });
    if (attempt.kind === 'done') {
      const metrics = metricsOf(restart, attempt.rounds, attempt.files);
      return { ...attempt, metrics };
    }
    ({ reason, tried, built } = attempt);
    deps.onProgress(`attempt ${restart + 1} came to nothing: ${reason.split('\n')[0]}`);
    if (attempt.isFinal) break;
  }
  return {
    kind: 'failed',
    reason,
    tried,
    isFinal: false,
    metrics: metricsOf(deps.maxRestarts, NO_ROUNDS, base),
  };

  function metricsOf(
    restarts: number,
    rounds: StepMetrics['rounds'],
    files: CrateFiles,
  ): StepMetrics {
    const seconds = Math.round(performance.now() - started) / 1000;
    const c_lines = step.functions
      .map(({ startLine, endLine }) => endLine - startLine + 1)
      .reduce((sum, lines) => sum + lines, 0);
    const rust_lines = linesOf(files) - linesOf(base);
    return { restarts, rounds, ...metered(), seconds, c_lines, rust_lines };
  }
}

async function tryAttempt(
  step: MigrationStep,
  base: CrateFiles,
  restart: number,
  earlier: EarlierAttempts,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  const { tried } = earlier;
  try {
    return await attemptStep(step, base, restart, earlier, deps);
  } catch (thrown) {
    if (thrown instanceof RepeatedQuestion) {
      const reason = `the ${thrown.message} would be asked once more what was asked before`;
      return {
        kind: 'failed',
        reason,
        isFinal: false,
        tried: [...tried, `This attempt was given up: ${reason}`],
      };
    }
    if (!(thrown instanceof ModelError) || ENDS_RUN.has(thrown.failure)) throw thrown;
    return {
      ...{ kind: 'failed', reason: thrown.message, isFinal: false },
      tried: [...tried, `The answers could not be used: ${thrown.message}`],
    };
  }
}

function linesOf(files: CrateFiles): number {
  return sourcePaths(files)
    .map((path) => (files.get(path) ?? '').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

/** The same limit for each kind of repair, where a person gives one. */
export function repairLimits(each: number | undefined): AttemptDeps['repairs'] {
  const usual = { compile: 3, test: 2, gate: 2, difference: 3, review: 3 };
  if (each === undefined) return usual;
  return { compile: each, test: each, gate: each, difference: each, review: each };
}
