import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseCompileDatabase } from '../../src/code/compile-commands/compile-database.ts';
import type { ReviewRequest } from '../../src/entry/review/perform-review.ts';
import { REPORT_DEFAULTS, TRIAGE_DEFAULTS } from '../../src/entry/review/review-options.ts';
import { UsageError } from '../../src/errors.ts';
import { lowestBudgets } from '../../src/github/configuration/budgets.ts';
import { buildOptionsIn, settledBuild } from '../../src/github/configuration/build-options.ts';
import { excludedFiles } from '../../src/github/configuration/excluded-files.ts';
import { findingSettingsIn } from '../../src/github/configuration/finding-settings-in.ts';
import { leadsOutside } from '../../src/leads-outside.ts';
import { type BuildOptions, NO_DATABASE } from '../../src/security/scan/build/build-options.ts';
import { isBranchResult } from '../github/is-branch-result.ts';
import { categoryOf } from '../inputs/category-of.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { onlyPath } from '../inputs/only-path.ts';
import { trustedRules, trustedToolServers } from '../inputs/trusted-extensions.ts';
import type { Job } from '../runner/job.ts';
import type { RepositorySettings } from './repository-settings.ts';

/**
 * What is to be reviewed or scanned: inputs go before the configuration, but for budgets.
 * @throws UsageError for a path that is not in the workspace
 */
export function reviewRequest(
  inputs: Inputs,
  job: Job,
  { configuration, suppressions, notes }: RepositorySettings,
  {
    base,
    whyNoModel,
    imports,
  }: {
    base: string | undefined;
    whyNoModel: string | undefined;
    imports: readonly string[];
  },
): ReviewRequest {
  const { review, budgets } = configuration;
  const { mode, languages, failOn, baseline, includeExisting, path } = inputs;
  const root = job.workspace;
  const allowed = lowestBudgets(inputs.budgets, budgets);
  const exclude = excludedFiles(
    [...onlyPath(root, path), ...review.exclude, ...inputs.exclude],
    languages ?? review.languages,
  );
  const { max_cost: maxCost, max_tokens: maxTokens, max_minutes: maxMinutes } = allowed;
  const triage = {
    ...{ ...TRIAGE_DEFAULTS, model: whyNoModel === undefined, whyNoModel },
    reproduce: inputs.reproduce && review.reproduce,
    ...{ maxMinutes, models: { maxCost, maxTokens }, notes },
    toolServer: trustedToolServers(inputs.toolServers, root),
  };
  return {
    path: root,
    options: {
      ...REPORT_DEFAULTS,
      ...settledBuild(buildIn(inputs, root), buildOptionsIn(configuration, root)),
      ...{ exclude, baseline, failOn: failOn ?? review.fail_on, importSarif: imports },
      rules: trustedRules(inputs.rules, root),
      includeExisting: includeExisting || review.include_existing || keepsAlerts(inputs, job),
      minConfidence: review.min_confidence,
      findingSettings: findingSettingsIn(configuration),
      ...categoryOf(inputs),
      // A change must not hide what it adds behind a .gitignore of its own.
      gitignore: job.change === undefined,
      // A machine that is used again would believe what the code of a change left there.
      ...{ cache: false, state: false },
    },
    shard: inputs.shard,
    ...(mode === 'review' ? { base, triage } : {}),
    ...(suppressions === undefined
      ? {}
      : { changeFacts: { suppressions, strangersChange: job.change?.isForeign ?? false } }),
  };
}

/** @throws UsageError where the input names what is no list of compile commands in the workspace */
function checkDatabase(list: string, root: string): void {
  const wrong = (why: string) =>
    new UsageError(`the input compile-commands is ${JSON.stringify(list)}: ${why}`);
  const path = resolve(root, list);
  if (leadsOutside(relative(root, path))) throw wrong('it must lie in the workspace');
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw wrong('there is no such file');
  const text = entry.isFile() ? readFileSync(path, 'utf8') : '';
  if (parseCompileDatabase(text, root, new Set()) === undefined)
    throw wrong('it is no list of compile commands');
}

/** What the workflow says of the build, with its paths in the workspace. */
function buildIn({ build }: Inputs, root: string): BuildOptions {
  const { include, compileCommands: list } = build;
  if (list !== undefined && list !== NO_DATABASE) checkDatabase(list, root);
  return {
    ...build,
    include: include.map((folder) => resolve(root, folder)),
    compileCommands: list === undefined || list === NO_DATABASE ? list : resolve(root, list),
  };
}

/**
 * Whether code scanning is to hear of what exists, too: an alert of a branch that the next result
 * lacks counts as fixed.
 */
function keepsAlerts(inputs: Inputs, job: Job): boolean {
  return isBranchResult(inputs, job) && !inputs.onlyNew;
}
