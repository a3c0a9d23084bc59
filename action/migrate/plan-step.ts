import { join } from 'node:path';
import type { MigrationPlan } from '../../src/github/isolated-worker/migration-plan.ts';
import type { WorkerUsage } from '../../src/github/isolated-worker/protocol.ts';
import type { Survey, SurveyedFunction } from '../../src/github/isolated-worker/survey.ts';
import { withCheckoutCopy } from '../../src/workspace/git/checkout-copy.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';
import type { MigrationSettings } from './migration-settings.ts';
import { runInCheckout } from './run-isolated-worker.ts';

/** Minutes that a task takes at most, where nothing says how many. */
const DEFAULT_MINUTES = 60;

/** How often a function is begun again. */
const MAX_RESTARTS = 2;

/** Where a run reads, and how. */
export interface MigrationCheckout {
  /** The root of the checkout. */
  readonly workspace: string;
  /** The commit that is checked out there. */
  readonly head: string;
  /** What the repository is called. */
  readonly name: string;
  readonly settings: MigrationSettings;
  /** Of the step, with how models are reached. */
  readonly env: ProcessEnvironment;
  /** Hears what is being done, on one line of untrusted text. */
  readonly onNote: (line: string) => void;
}

/**
 * What there is to migrate, as an isolated worker without a token finds it in a copy of the checkout.
 * @param use hears of it, and of the project's folder in the copy, where the scan has left its artifacts
 * @throws IncompleteError when it comes to nothing
 */
export async function surveyCheckout<Result>(
  reading: MigrationCheckout,
  use: (survey: Survey, project: string) => Promise<Result>,
): Promise<Result> {
  return await withCheckoutCopy(reading.workspace, async (copy) => {
    const { result } = await runInCheckout<'survey'>(
      (folders) => ({ task: 'survey', ...common(reading, copy, 1), ...folders }),
      reading.env,
      reading.onNote,
    );
    return await use(result, join(copy, reading.settings.project));
  });
}

/**
 * Has an isolated worker without a token lay the crate out, or migrate a step, in a copy of the checkout.
 * @param tasks how many there are in this run: they share its budgets
 * @throws IncompleteError when it comes to nothing
 */
export async function planStep(
  reading: MigrationCheckout,
  step: readonly SurveyedFunction[],
  tasks: number,
): Promise<{ readonly plan: MigrationPlan; readonly costs: WorkerUsage['costs'] }> {
  const only = step.map(({ id }) => id);
  return await withCheckoutCopy(reading.workspace, async (copy) => {
    const { result, costs } = await runInCheckout<'migrate'>(
      (folders) => ({
        ...{ task: 'migrate', name: reading.name, only, maxRestarts: MAX_RESTARTS },
        ...{ ...common(reading, copy, tasks), ...folders },
      }),
      reading.env,
      reading.onNote,
    );
    return { plan: result, costs };
  });
}

function common({ head, settings }: MigrationCheckout, root: string, tasks: number) {
  const { max_cost, max_tokens, max_minutes } = settings.budgets;
  return {
    ...{ root, head, project: settings.project, crate: settings.crate },
    maxMinutes: (max_minutes ?? DEFAULT_MINUTES * tasks) / tasks,
    ...(max_cost === undefined ? {} : { maxCost: max_cost / tasks }),
    ...(max_tokens === undefined ? {} : { maxTokens: Math.max(1, Math.floor(max_tokens / tasks)) }),
  };
}
