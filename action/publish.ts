import { createHash } from 'node:crypto';
import { Octokit } from '@octokit/rest';
import { IncompleteError, messageOf } from '../src/errors.ts';
import type { Repository } from '../src/github/command.ts';
import { reviewPlanOf } from '../src/github/plan/review-plan-of.ts';
import { type GitHubClient, refusalOf } from '../src/github/publish/calls.ts';
import { publisherOf } from '../src/github/publish/publisher.ts';
import { SYSTEM_CLOCK } from '../src/model/clock.ts';
import type { Inputs } from './inputs.ts';
import type { Change, Job } from './job.ts';
import type { Reviewed } from './reviewed.ts';
import { tokenIdentity } from './token-identity.ts';

/**
 * Makes a check run and comments of a result, where the inputs ask for them.
 * @returns what a person should know of it, one line each. That GitHub refuses is no failure of the
 *   step: the result is in the job's summary all the same.
 */
export async function publish(reviewed: Reviewed, inputs: Inputs, job: Job): Promise<string[]> {
  const { comment, token } = inputs;
  const { repository, change } = job;
  if (!comment || token === undefined) return [];
  if (repository === undefined || change?.pull === undefined) {
    return ['nothing is commented: this run is about no pull request'];
  }
  if (change.isForeign && job.event === 'pull_request') return [FOREIGN];
  const quiet = () => undefined;
  const github = new Octokit({
    ...{ auth: token, baseUrl: job.apiUrl, userAgent: 'rustward-action' },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  try {
    return await comments(reviewed, inputs, { job, repository, change, github });
  } catch (thrown) {
    const isRefused = refusalOf(thrown) !== undefined;
    if (!isRefused && !(thrown instanceof IncompleteError)) throw thrown;
    const what = messageOf(thrown).replace(/ - https?:\S+$/, '');
    return [`not everything was commented: ${what}${isRefused ? `; ${PERMISSIONS}` : ''}`];
  }
}

const FOREIGN =
  "nothing is commented: the token of a change from a fork or from Dependabot only reads; the result is in the job's summary and in the files";

const PERMISSIONS = 'the job needs the permissions checks: write and pull-requests: write';

interface Place {
  readonly job: Job;
  readonly repository: Repository;
  readonly change: Change;
  readonly github: GitHubClient;
}

async function comments(
  { report, costs, seconds, configuration, warnings }: Reviewed,
  { maxComments }: Inputs,
  { job, repository, change: { head, pull }, github }: Place,
): Promise<string[]> {
  const identity = await tokenIdentity(github);
  if (identity === undefined) {
    return ["nothing is commented: the token is a person's; use the job's own, or an app's"];
  }
  const target = { repository, head, pull, ref: `refs/pull/${pull}/head` };
  const { signal } = new AbortController();
  const clock = SYSTEM_CLOCK;
  const markerKey = publicMarkerKey(repository);
  const publisher = publisherOf(target, { github, identity, markerKey, signal, clock });
  const repositoryUrl = `${job.serverUrl}/${repository.owner}/${repository.name}`;
  const plan = reviewPlanOf(report, {
    ...{ repositoryUrl, head, costs, seconds, sarif: false, notes: warnings },
  });
  const check = await publisher.open([]);
  const outcome = await publisher.publish(check, plan, {
    maxComments: maxComments ?? configuration.review.max_comments,
  });
  return outcome.kind === 'superseded'
    ? ['nothing is commented: the pull request has a newer commit']
    : [...outcome.notices];
}

/**
 * A job has no secret of its own that stays from run to run, so this key is none: its marks tell our
 * comments apart from others of the same account, and keep nobody from making some who may write with
 * that account's token. Whoever may, may write anything there.
 */
function publicMarkerKey({ id }: Repository): Uint8Array {
  return createHash('sha256').update(`rustward action\0${id}`).digest();
}
