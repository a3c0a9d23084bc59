import { IncompleteError, UsageError } from '../../src/errors.ts';
import type { TokenAccount } from '../../src/github/api/token-account.ts';
import { withCheckoutCopy } from '../../src/workspace/git/checkout-copy.ts';
import { buildPatch } from '../../src/workspace/git/patch.ts';
import { openRepository } from '../../src/workspace/git/repository.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { loadSettingsIn } from '../review/repository-settings.ts';
import type { Job } from '../runner/job.ts';
import type { JobLog } from '../runner/job-log.ts';
import { modelEnvironment } from '../runner/model-environment.ts';
import { checkEvent } from './check-event.ts';
import { concludeMigration } from './conclude-migration.ts';
import { migrateSteps } from './migrate-steps.ts';
import { migrationFiles, statusTexts, writeMigrationFiles } from './migration-files.ts';
import { countsOf, type MigrationResult } from './migration-result.ts';
import { migrationSettings } from './migration-settings.ts';
import { migrationSummary } from './migration-summary.ts';
import { openProposals } from './open-proposals.ts';
import { type MigrationCheckout, surveyCheckout } from './plan-step.ts';
import type { Publishable } from './proposals.ts';
import { tokenLimits } from './token-limits.ts';

/**
 * Mode `migrate`: migrates C functions of the default branch to Rust, and proposes each in a draft pull
 * request.
 * @param env of the step, without its tokens
 * @throws UsageError for an input, an event or a checkout that is wrong; IncompleteError where the
 *   project cannot be read
 */
export async function migrate(
  inputs: Inputs,
  job: Job,
  env: Readonly<Record<string, string | undefined>>,
  log: JobLog,
): Promise<void> {
  const started = Date.now();
  const { repository, base, branch } = checkEvent(job);
  const files = migrationFiles(inputs, job);
  const { configuration } = await loadSettingsIn(job.workspace, inputs.config);
  const settings = migrationSettings(inputs, configuration, job.workspace);
  await checkCheckout(job.workspace, base);
  const reading: MigrationCheckout = {
    ...{ workspace: job.workspace, head: base, name: repository.name, settings },
    env: modelEnvironment(inputs, env, false, log).env,
    onNote: (line) => log.line(line),
  };
  const { survey, texts } = await log.inGroup(
    `Rustward migrate: reading the C of ${settings.project}`,
    async () => {
      const read = await surveyOrAdvise(reading);
      const { done, all } = countsOf(read.survey);
      log.line(`${done} of ${all} functions are migrated at ${base}`);
      return read;
    },
  );
  const { pullRequests } = inputs.migration;
  const url = `${job.serverUrl}/${repository.owner}/${repository.name}`;
  const isCloud = /^https:\/\/(?:github\.com|[\w-]+\.ghe\.com)$/.test(job.serverUrl);
  const limitsOf = ({ login }: TokenAccount) =>
    login === 'github-actions[bot]' ? tokenLimits(isCloud) : [];
  const place = { repository, apiUrl: job.apiUrl, url, into: branch };
  const { token } = inputs;
  const opened =
    pullRequests && token !== undefined
      ? await openProposals({ ...place, token }, limitsOf)
      : undefined;
  const run = { reading, inputs: inputs.migration, proposals: opened?.proposals, log };
  const migrated = await migrateSteps(survey, run);
  const result: MigrationResult = {
    ...{ survey, ...migrated },
    seconds: (Date.now() - started) / 1000,
  };
  const isProposed = migrated.steps.some(({ kind }) => kind === 'proposed' || kind === 'pushed');
  const page = migrationSummary(result, isProposed ? (opened?.limits ?? []) : []);
  const patch = await patchesOf(job.workspace, migrated.plans);
  writeMigrationFiles(files, { ...texts, '.md': page, '.patch': patch });
  const { failOnInconclusive } = inputs;
  await concludeMigration({ result, page, reportFile: files[0], failOnInconclusive }, log);
}

/**
 * What there is to migrate, and the reports of how far the migration is.
 * @throws IncompleteError when the project cannot be read
 */
async function surveyOrAdvise(reading: MigrationCheckout) {
  try {
    return await surveyCheckout(reading, async (survey, project) => {
      return { survey, texts: await statusTexts(project) };
    });
  } catch (thrown) {
    const isSandbox = thrown instanceof IncompleteError && /bubblewrap|bwrap/.test(thrown.message);
    if (!isSandbox) throw thrown;
    const advice = 'docs/action-migrate.md says how on a runner of GitHub';
    throw new IncompleteError(`${thrown.message}; ${advice}`, { cause: thrown });
  }
}

/** @throws UsageError when something else than the commit of the run is checked out */
async function checkCheckout(workspace: string, base: string): Promise<void> {
  const head = await (await openRepository(workspace)).head();
  if (head === base) return;
  throw new UsageError(
    `${head?.slice(0, 10) ?? 'no commit'} is checked out, and this run is about ${base.slice(0, 10)}; use actions/checkout without ref`,
  );
}

/** What plans change, one after the other, each on top of the checkout. */
async function patchesOf(workspace: string, plans: readonly Publishable[]): Promise<string> {
  const patches: string[] = [];
  for (const { files } of plans) {
    patches.push(await withCheckoutCopy(workspace, (copy) => buildPatch(copy, files)));
  }
  return patches.join('');
}
