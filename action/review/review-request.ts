import type { ReviewRequest } from '../../src/entry/review/perform-review.ts';
import { REPORT_DEFAULTS, TRIAGE_DEFAULTS } from '../../src/entry/review/review-options.ts';
import { lowestBudgets } from '../../src/github/configuration/budgets.ts';
import { buildOptionsIn, settledBuild } from '../../src/github/configuration/build-options.ts';
import { excludedFiles } from '../../src/github/configuration/excluded-files.ts';
import { findingSettingsIn } from '../../src/github/configuration/finding-settings-in.ts';
import { gateIn } from '../../src/github/configuration/gate-in.ts';
import { isBranchResult } from '../github/is-branch-result.ts';
import { buildOptionsOf } from '../inputs/build-options-of.ts';
import { categoryOf } from '../inputs/category-of.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { trustedRules, trustedToolServers } from '../inputs/trusted-extensions.ts';
import { workspacePath } from '../inputs/workspace-path.ts';
import type { Job } from '../runner/job.ts';
import type { RepositorySettings } from './repository-settings.ts';

/**
 * What is to be reviewed or scanned: inputs go before the configuration, but for budgets.
 * @throws UsageError for a path that is not in the workspace, or is not what its input takes
 */
export function reviewRequest(
  inputs: Inputs,
  job: Job,
  { configuration, suppressions, notes }: RepositorySettings,
  {
    base,
    whyNoModel,
    imports,
    leavings,
  }: {
    base: string | undefined;
    whyNoModel: string | undefined;
    imports: readonly string[];
    /** What no commit has, as lines of a `.gitignore`: it is none of a change. */
    leavings: readonly string[];
  },
): ReviewRequest {
  const { review, budgets } = configuration;
  const { mode, languages, failOn, baseline, includeExisting, path } = inputs;
  const root = job.workspace;
  const allowed = lowestBudgets(inputs.budgets, budgets);
  const { below } = workspacePath('path', path, root);
  const gate = gateIn(configuration);
  const exclude = excludedFiles(
    [...review.exclude, ...inputs.exclude, ...leavings],
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
      ...settledBuild(buildOptionsOf(inputs.build, root), buildOptionsIn(configuration, root)),
      // The rest of the workspace is read for what it tells of the path: its headers, and who calls what.
      ...(below === '' ? {} : { only: [below] }),
      ...{ exclude, baseline, importSarif: imports },
      ...gate,
      ...(failOn === undefined ? {} : { failOn, failOnFrom: 'the input fail-on' }),
      rules: trustedRules(inputs.rules, root),
      includeExisting: includeExisting || review.include_existing || keepsAlerts(inputs, job),
      minConfidence: review.min_confidence,
      fileTimeout: allowed.max_file_seconds,
      rateAsNew: review.rate_as_new,
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

/**
 * Whether code scanning is to hear of what exists, too: an alert of a branch that the next result
 * lacks counts as fixed.
 */
function keepsAlerts(inputs: Inputs, job: Job): boolean {
  return isBranchResult(inputs, job) && !inputs.onlyNew;
}
