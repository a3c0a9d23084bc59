import { publicationPlanOf } from '../../src/github/publication-plan/publication-plan-of.ts';
import { withoutDetails } from '../../src/github/publication-plan/without-details.ts';
import { publisherOf } from '../../src/github/publish/publisher.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import type { RunResult } from '../result/run-result.ts';
import { publicMarkerKey, type ResultPlace } from './github-client.ts';
import { fetchTokenIdentity } from './token-identity.ts';

/**
 * Makes a check run and comments of a result.
 * @returns what a person should know of it, one line each
 * @throws as a `Publisher`
 */
export async function publishComments(
  { report, costs, seconds, configuration, warnings }: RunResult,
  { job: { change, event, serverUrl }, repository, github }: ResultPlace,
  maxComments: number | undefined,
): Promise<readonly string[]> {
  if (change?.pull === undefined) {
    return ['nothing is commented: this run is about no pull request'];
  }
  if (change.isForeign && event === 'pull_request') return [FOREIGN_NOTICE];
  const identity = await fetchTokenIdentity(github);
  if (identity === undefined) {
    return ["nothing is commented: the token is a person's; use the job's own, or an app's"];
  }
  const { head, pull } = change;
  const publisher = publisherOf(
    { repository, head, pull, ref: `refs/pull/${pull}/head` },
    {
      ...{ github, identity, markerKey: publicMarkerKey(repository) },
      ...{ signal: new AbortController().signal, clock: SYSTEM_CLOCK },
    },
  );
  const repositoryUrl = `${serverUrl}/${repository.owner}/${repository.name}`;
  const whole = publicationPlanOf(report, {
    ...{ repositoryUrl, head, listens: false, costs, seconds, notes: warnings },
    // Of the commit that was examined, which may be another one.
    sarif: false,
  });
  const isPrivate = configuration.review.details === 'private';
  const plan = isPrivate ? withoutDetails(whole, repositoryUrl) : whole;
  const check = await publisher.open([]);
  const outcome = await publisher.publish(check, plan, {
    maxComments: maxComments ?? configuration.review.max_comments,
  });
  return outcome.kind === 'superseded'
    ? ['nothing is commented: the pull request has a newer commit']
    : outcome.notices;
}

const FOREIGN_NOTICE =
  "nothing is commented: the token of a change from a fork or from Dependabot only reads; the result is in the job's summary and in the files";
