/**
 * What a review says of real fixes of public projects:
 * `npm run bench:fixes -- FIXES MIRRORS [--sample N] [--seed S] [--ordinary FILE] [--json]
 * [--only REPO_REGEX] [--results FILE] [--models FILE [--record FOLDER] [--replay FOLDER]]
 * [-- review options]`. FIXES names commits that fix a
 * memory-safety defect, and MIRRORS has a git folder for each repository. Each fix gives two pull
 * requests on the whole repository: the fix undone, and the fix itself as the control. Each is
 * reviewed as `rustward review --base BASE --no-model` does, with the defaults of a user and the
 * options after the second `--`, where the word BASE stands for the base.
 *
 * Counted are fixes whose defect is caught, by a finding near the change or by one that running the head
 * reproduced and running the base did not, and findings of the controls, which are false. With
 * --ordinary, so are findings of commits that fix no memory error. With --results, each result is
 * kept in that file, and what it has with the same options is not run again: take another file for
 * another state of the program. What the analysis caches is shared by the reviews of one run, so the
 * first review of a repository is the slow one. With --change-rules-only nothing is reviewed: the rules
 * that compare two versions run by themselves, which takes seconds.
 *
 * With --models, models are asked as that file says, as a person's review would ask them, and what
 * each review takes is counted: calls, tokens, dollars, seconds. With --record, answers are written down in
 * a folder for each pull request, of the questions their hashes alone; with --replay they come from
 * there, and a question that is not the recorded one is an error. Exit status 1 where a pull request could not be reviewed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, UsageError } from '../src/errors.ts';
import { type BenchArguments, parseArguments } from './fixes/arguments.ts';
import { ChangeRulesOnly } from './fixes/compare-pull-request.ts';
import { costFigures, costText } from './fixes/cost-table.ts';
import { type Fix, readFixes } from './fixes/fixes-file.ts';
import { objectsFolder } from './fixes/mirrors.ts';
import { nameOf, type PullRequest } from './fixes/pull-requests.ts';
import { openResults, type PullRequestResult } from './fixes/results-file.ts';
import {
  type ReviewSetting,
  resultOptions,
  reviewPullRequest,
} from './fixes/review-pull-request.ts';
import { figuresOf, tableText } from './fixes/table.ts';
import { type ModelSetting, splitModelArguments } from './fixes/with-models.ts';
import { sample } from './sample.ts';

/** What results of change rules alone are known by. */
const CHANGE_RULES_ONLY = ['--change-rules-only'];
const comparing = new ChangeRulesOnly();

const note = (line: string) => process.stderr.write(`bench:fixes: ${line}\n`);
try {
  const { rest, setting } = splitModelArguments(process.argv.slice(2));
  await run(parseArguments(rest), setting);
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  note(thrown.message);
  process.exitCode = 2;
}

async function run(args: BenchArguments, models: ModelSetting | undefined): Promise<void> {
  const options = args.changeRulesOnly ? CHANGE_RULES_ONLY : resultOptions(args.review, models);
  const results = openResults(args.results, options);
  const pulls = pullRequests(args);
  const reviewed: PullRequestResult[] = [];
  const cacheDir = mkdtempSync(join(tmpdir(), 'rustward-fixes-cache-'));
  try {
    for (const [index, pull] of pulls.entries()) {
      const before = results.known.get(nameOf(pull));
      const result = before ?? (await review(pull, args, { cacheDir, models }));
      const what = result === undefined ? 'failed' : described(result, before !== undefined);
      note(`[${index + 1}/${pulls.length}] ${nameOf(pull)}: ${what}`);
      if (result === undefined) continue;
      if (before === undefined) results.add(result);
      reviewed.push(result);
    }
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
  const failed = pulls.length - reviewed.length;
  const rows = figuresOf(reviewed);
  if (args.json) {
    const costs = costFigures(reviewed);
    const report = { figures: rows, costs, failed, pullRequests: reviewed };
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } else process.stdout.write(tableText(rows) + costText(costFigures(reviewed)));
  if (failed > 0) {
    note(`${failed} pull requests could not be reviewed`);
    process.exitCode = 1;
  }
}

function pullRequests({ fixes, ordinary, only, sample: size, seed }: BenchArguments) {
  const drawn = (file: string): Fix[] => {
    const found = readFixes(file).filter(({ repo }) => only.test(repo));
    // All of them stay in the order of the file: neighbours in time share what the analysis caches.
    if (size === undefined) return found;
    return sample(found, size, seed, ({ repo, fix }) => `${repo} ${fix}`);
  };
  return [
    ...drawn(fixes).flatMap((fix): PullRequest[] => [
      { kind: 'bug', ...fix },
      { kind: 'control', ...fix },
    ]),
    ...(ordinary === undefined ? [] : drawn(ordinary)).map(
      (commit): PullRequest => ({ kind: 'ordinary', ...commit }),
    ),
  ];
}

async function review(
  pull: PullRequest,
  { mirrors, review: options, changeRulesOnly }: BenchArguments,
  setting: Pick<ReviewSetting, 'cacheDir' | 'models'>,
): Promise<PullRequestResult | undefined> {
  try {
    const objects = objectsFolder(mirrors, pull.repo);
    if (changeRulesOnly) return await comparing.compare(objects, pull, CHANGE_RULES_ONLY);
    return await reviewPullRequest(objects, pull, { options, ...setting });
  } catch (thrown) {
    // The others are reviewed all the same.
    note(`${nameOf(pull)}: ${messageOf(thrown)}`);
    return undefined;
  }
}

function described(result: PullRequestResult, isKnown: boolean): string {
  const { findings, proposed, verdict, seconds, models } = result;
  const near = (places: PullRequestResult['findings']) => places.filter((place) => place.near);
  return [
    `${findings.length} findings (${near(findings).length} near)`,
    `${proposed.length} less sure (${near(proposed).length} near)`,
    verdict,
    ...(models === undefined ? [] : [`${models.calls} calls`, `${models.tokens} tokens`]),
    isKnown ? 'known' : `${seconds} s`,
  ].join(', ');
}
