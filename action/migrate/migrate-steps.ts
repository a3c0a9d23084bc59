import { IncompleteError } from '../../src/errors.ts';
import type { MigrationPlan } from '../../src/github/isolated-worker/migration-plan.ts';
import type { Survey } from '../../src/github/isolated-worker/survey.ts';
import type { MigrationInputs } from '../inputs/migration-inputs.ts';
import type { JobLog } from '../runner/job-log.ts';
import { type Attempt, chooseSteps } from './choose-steps.ts';
import { type MigrationResult, nameOf, type StepResult } from './migration-result.ts';
import { planProblem } from './plan-problem.ts';
import { type MigrationCheckout, planStep } from './plan-step.ts';
import type { Proposals, Publishable } from './proposals.ts';

/** What a run is made of. */
export interface MigrationRun {
  readonly reading: MigrationCheckout;
  readonly inputs: MigrationInputs;
  /** Undefined where nothing is to be proposed. */
  readonly proposals: Proposals | undefined;
  readonly log: JobLog;
}

/** What came of a run, and the plans that hold, in the order in which they were made. */
export type MigrationRunResult = Pick<MigrationResult, 'steps' | 'costs' | 'notices'> & {
  readonly plans: readonly Publishable[];
};

/**
 * Migrates the functions that the inputs name, or the next ones. Each step is planned by a process without a
 * token, on top of the default branch, and proposed before the next one is begun.
 * @throws UsageError for a name that no function has; IncompleteError where a process comes to nothing;
 *   whatever `Proposals` throws
 */
export async function migrateSteps(survey: Survey, run: MigrationRun): Promise<MigrationRunResult> {
  const { reading, inputs, proposals, log } = run;
  const { maxOpen } = reading.settings;
  const choice = await chooseSteps(survey, inputs, proposals, maxOpen);
  const { attempts, settled } = choice;
  const notices = [...choice.notices];
  const steps: StepResult[] = [];
  const plans: Publishable[] = [];
  const costs = { dollars: 0, calls: 0, unpriced: 0 };
  let missing: string | undefined;
  for (const attempt of attempts) {
    const { functions } = attempt;
    if (missing !== undefined) {
      steps.push({ functions, kind: 'not tried', reason: missing });
      continue;
    }
    await log.inGroup(`Rustward migrate: ${nameOf(attempt)}`, async () => {
      const { plan, costs: spent } = await planAttempt(reading, attempt, attempts.length);
      costs.dollars += spent.dollars;
      costs.calls += spent.calls;
      costs.unpriced += spent.unpriced;
      const problem = planProblem(plan, attempt, reading);
      const result =
        problem === undefined
          ? await resultOf(plan, attempt, run, notices)
          : { functions, kind: 'not tried' as const, reason: `its plan was refused: ${problem}` };
      if ('evidence' in result && 'files' in plan) plans.push(plan);
      steps.push(result);
      // What one has not got, such as a model, the next ones have not got either.
      if (plan.kind === 'not tried') missing = plan.reason;
      log.line('reason' in result ? `${result.kind}: ${result.reason}` : result.kind);
    });
  }
  return { steps: [...settled, ...steps], notices, costs, plans };
}

/** A process that comes to nothing keeps its function from being tried, and no other result from being said. */
async function planAttempt(reading: MigrationCheckout, { step }: Attempt, tasks: number) {
  try {
    return await planStep(reading, step, tasks);
  } catch (thrown) {
    if (!(thrown instanceof IncompleteError)) throw thrown;
    const plan: MigrationPlan = { kind: 'not tried', reason: thrown.message };
    return { plan, costs: { dollars: 0, calls: 0, unpriced: 0 } };
  }
}

async function resultOf(
  plan: MigrationPlan,
  { functions, branch }: Attempt,
  { proposals }: MigrationRun,
  notices: string[],
): Promise<StepResult> {
  if (plan.kind === 'blocked' || plan.kind === 'not tried') {
    return { functions, kind: plan.kind, reason: plan.reason };
  }
  const evidence = plan.kind === 'ready' ? plan.facts.functions.map((one) => one.evidence) : [];
  if (proposals === undefined) return { functions, kind: 'patch', evidence };
  const proposed = await proposals.propose(plan, branch);
  if (proposed.kind === 'refused') return { functions, kind: 'not tried', reason: proposed.reason };
  if (proposed.kind === 'pushed') notices.push(proposed.why);
  return { functions, kind: proposed.kind, url: proposed.url, evidence };
}
