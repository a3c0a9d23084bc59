import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performReview } from '../../src/entry/review/perform-review.ts';
import { UsageError } from '../../src/errors.ts';
import { ignoredLeavings } from '../../src/workspace/git/ignored-leavings.ts';
import { findRepository } from '../../src/workspace/git/repository.ts';
import { importedResults } from '../github/imported-results.ts';
import { fetchLastResult } from '../github/last-result.ts';
import { organisationText } from '../github/organisation-text.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { RunResult } from '../result/run-result.ts';
import type { Job } from '../runner/job.ts';
import type { JobLog } from '../runner/job-log.ts';
import { modelEnvironment } from '../runner/model-environment.ts';
import { progressLog } from '../runner/progress-log.ts';
import { fetchParents } from './fetch-parents.ts';
import { findBase } from './find-base.ts';
import { loadSettingsAt, loadSettingsIn, type RepositorySettings } from './repository-settings.ts';
import { reviewRequest } from './review-request.ts';

/**
 * Modes `review` and `scan`: looks at the workspace.
 * @param env of the step
 * @throws UsageError for an input, a configuration or a checkout that is wrong
 */
export async function scanWorkspace(
  inputs: Inputs,
  job: Job,
  env: Readonly<Record<string, string | undefined>>,
  log: JobLog,
): Promise<RunResult> {
  const started = Date.now();
  const { base, settled } = await findChange(inputs, job, env, log);
  const isForeign = job.change?.isForeign ?? false;
  const models = modelEnvironment(inputs, env, isForeign, log);
  const { whyNoModel } = models;
  const uploadSarif = inputs.uploadSarif ?? settled.configuration.sarif;
  const baseline = await baselineOf({ ...inputs, uploadSarif }, job, log);
  const imported = await importedResults(inputs, job);
  const request = reviewRequest({ ...inputs, uploadSarif, baseline }, job, settled, {
    ...{ base, whyNoModel, imports: imported.files },
    leavings: job.change === undefined ? [] : await ignoredLeavings(job.workspace),
  });
  const reviewing = async () => {
    if (base !== undefined) log.line(`compared with ${base}`);
    for (const notice of imported.notices) log.line(`warning: ${notice}`);
    const result = await performReview(request, {
      env: models.env,
      onProgress: progressLog(log),
      onWarning: (line) => log.line(`warning: ${line}`),
    });
    for (const line of result.costs.lines(false)) log.line(line);
    return result;
  };
  const { report, costs, warnings } = await log.inGroup(
    `Rustward ${inputs.mode}: ${inputs.path}`,
    reviewing,
  );
  if (inputs.path !== '.' && inputs.shard === undefined && isEmpty(report.summary)) {
    throw new UsageError(
      `${inputs.path} holds no C, C++ or Rust source file to examine; folders such as build and vendor are left out`,
    );
  }
  if (isEmpty(report.summary) && !existsSync(join(job.workspace, '.git'))) {
    throw new UsageError(
      'the workspace has neither sources nor a repository: a step that uses actions/checkout has to come before',
    );
  }
  return {
    ...{ report, costs, warnings: [...imported.notices, ...warnings] },
    seconds: (Date.now() - started) / 1000,
    failOn: request.options.failOn,
    configuration: settled.configuration,
  };
}

/** What all of a tree is compared with: what the workflow names, or else the last result on the branch. */
async function baselineOf(inputs: Inputs, job: Job, log: JobLog): Promise<string | undefined> {
  if (inputs.baseline === NO_BASELINE) return undefined;
  return inputs.baseline ?? (await fetchLastResult(inputs, job, log));
}

/** The value of the input `baseline` that stands for none. */
const NO_BASELINE = 'none';

/** What is compared with, and what was settled there. */
async function findChange(
  { baseRef, config, mode, token }: Inputs,
  job: Job,
  env: Readonly<Record<string, string | undefined>>,
  log: JobLog,
): Promise<{ base: string | undefined; settled: RepositorySettings }> {
  const { workspace, change } = job;
  const organisation = await organisationText(token, job, log);
  const git = await findRepository(workspace);
  if (git === undefined) {
    if (change !== undefined || (mode === 'review' && baseRef !== undefined)) {
      throw new UsageError(`${workspace} is no git work tree; use actions/checkout before`);
    }
    return { base: undefined, settled: await loadSettingsIn(workspace, config, organisation) };
  }
  // Also where all of the tree is scanned, its configuration is not what a stranger makes it.
  const before =
    change &&
    (await findBase(git, change, async (commit) => {
      log.line(`fetching the parents of ${commit}, which the checkout left out`);
      return await fetchParents(commit, job, token, env);
    }));
  const base = baseRef ?? before;
  const settled =
    before === undefined
      ? await loadSettingsIn(workspace, config, organisation)
      : await loadSettingsAt(git, before, config, organisation);
  return { base, settled };
}

function isEmpty(summary: { scanned_files: number; skipped: readonly unknown[] }): boolean {
  return summary.scanned_files === 0 && summary.skipped.length === 0;
}
