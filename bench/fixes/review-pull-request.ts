import { Command } from 'commander';
import { addScanOptions, parseScanOptions } from '../../src/cli/options/scan-options.ts';
import { addTriageOptions, parseTriageOptions } from '../../src/cli/options/triage-options.ts';
import { performReview } from '../../src/entry/review/perform-review.ts';
import { groupCandidates } from '../../src/security/report/groups.ts';
import type { ReportedCandidate } from '../../src/security/report/report.ts';
import type { ChangedFile } from '../../src/workspace/git/diff-ranges.ts';
import { openRepository } from '../../src/workspace/git/repository.ts';
import { isNear } from './near.ts';
import { type CheckedOut, nameOf, type PullRequest, withPullRequest } from './pull-requests.ts';
import type { Place, PullRequestResult } from './results-file.ts';
import {
  type ModelSetting,
  modelEnvironment,
  modelOptions,
  stripQuestions,
} from './with-models.ts';

/** How scan-file.ts begins the reason for a file whose analysis ended in an error. */
const FAILED = 'the analysis failed';

/** How all pull requests are reviewed. */
export interface ReviewSetting {
  /** Further options of the command; the word `BASE` stands for the base of the pull request. */
  readonly options: readonly string[];
  /** Instead of the user's cache. */
  readonly cacheDir: string;
  /** Undefined where no model is asked. */
  readonly models?: ModelSetting | undefined;
}

/**
 * Reviews a pull request as `rustward review --base BASE` does with the same options, and with
 * `--no-model` unless models are set.
 * @param objects the folder with the git objects of the repository
 */
export function reviewPullRequest(
  objects: string,
  pull: PullRequest,
  setting: ReviewSetting,
): Promise<PullRequestResult> {
  return withPullRequest(objects, pull, async (checkedOut) => {
    const { folder, base } = checkedOut;
    const changes = (await (await openRepository(folder)).changes(base)).filter(({ path }) =>
      pull.files.includes(path),
    );
    const started = performance.now();
    const { report, costs } = await review(checkedOut, pull, setting);
    stripQuestions(setting.models, pull);
    const seconds = (performance.now() - started) / 1000;
    const { findings, possibleFindings } = groupCandidates(report.candidates.filter(isIntroduced));
    const places = (candidates: readonly ReportedCandidate[]) =>
      candidates.map((candidate) => placeOf(candidate, changes));
    const failed = report.summary.skipped.filter(({ reason }) => reason.startsWith(FAILED));
    const { kind, repo, fix } = pull;
    return {
      ...{ kind, repo, fix, options: resultOptions(setting.options, setting.models) },
      ...{ verdict: report.verdict, incomplete: report.incomplete === true },
      ...{ findings: places(findings), proposed: places(possibleFindings) },
      failedFiles: [...new Set(failed.map(({ file }) => file))],
      seconds: Math.round(seconds * 10) / 10,
      ...(setting.models === undefined
        ? {}
        : {
            models: {
              ...{ calls: costs.calls, tokens: costs.tokens, dollars: costs.dollars },
              examinations: { ...report.summary.by_examination },
            },
          }),
    };
  });
}

/** What results are known by: reviews with other models are others. */
export function resultOptions(
  options: readonly string[],
  models: ModelSetting | undefined,
): string[] {
  return models === undefined ? [...options] : ['--models', models.models, ...options];
}

function review(
  { folder, base }: CheckedOut,
  pull: PullRequest,
  { options, cacheDir, models }: ReviewSetting,
) {
  const command = addTriageOptions(addScanOptions(new Command('review'))).exitOverride();
  const own = [...modelOptions(models), '--cache-dir', cacheDir];
  const others = options.map((option) => (option === 'BASE' ? base : option));
  command.parse([...own, ...others], { from: 'user' });
  const triage = parseTriageOptions(command);
  return performReview(
    { path: folder, options: parseScanOptions(command), base, triage },
    {
      env: modelEnvironment(models, pull),
      onWarning: (line) => {
        if (models !== undefined) process.stderr.write(`${nameOf(pull)}: ${line}\n`);
      },
    },
  );
}

/** A review that compares with a baseline also names what that has. */
function isIntroduced({ baseline }: ReportedCandidate): boolean {
  return baseline !== 'unchanged' && baseline !== 'absent';
}

function placeOf(candidate: ReportedCandidate, changes: readonly ChangedFile[]): Place {
  const { file, line, pattern, severity, confidence, reproduction } = candidate;
  // Where a claim is at the place at which memory goes wrong, the changed line that it names as its cause tells what it means.
  const { introduced_at: cause } = candidate;
  const near =
    isNear(candidate, changes) || (cause?.known_by === 'model' && isNear(cause, changes));
  if (reproduction === undefined) return { file, line, pattern, severity, confidence, near };
  const { outcome } = reproduction;
  const why = reproduction.outcome === 'reproduced' ? '' : reproduction.why;
  return { file, line, pattern, severity, confidence, near, run: { outcome, why } };
}
