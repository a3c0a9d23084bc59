import type { ReviewHistory } from '../../jobs/database/review-history.ts';
import { SEVERITIES } from '../../security/candidates/candidate.ts';
import {
  openRepositoryClient,
  type RepositoryClient,
  type RepositoryClientDeps,
} from '../api/repository-client.ts';
import type { ReviewTarget } from '../api/review-target.ts';
import { openWriteClient } from '../api/write-client.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { outdatedDecisions, withDismissals } from '../dismissals/apply-dismissals.ts';
import type { Dismissal } from '../dismissals/dismissal.ts';
import { fetchDismissals } from '../dismissals/fetch-dismissals.ts';
import { resolveThreads } from '../dismissals/resolve-threads.ts';
import type { ReviewedChange } from '../isolated-worker/review-change.ts';
import type { Notices } from '../notices/notice.ts';
import type { PublicationPlan } from '../publication-plan/publication-plan.ts';
import { publicationPlanOf } from '../publication-plan/publication-plan-of.ts';
import { withoutDetails } from '../publication-plan/without-details.ts';
import type { OpenCheck } from '../publish/check-run.ts';
import type { PublicationOutcome } from '../publish/publish-plan.ts';
import type { Publisher } from '../publish/publisher.ts';
import { judgedReview } from './judged-review.ts';

/** What is published: a change that was read, where, and by what rules. */
export interface ReviewToPublish {
  readonly target: ReviewTarget & { readonly installation: number };
  readonly read: ReviewedChange;
  readonly configuration: Configuration;
}

export interface PublishReviewDeps extends RepositoryClientDeps {
  /** Of GitHub's pages: `https://github.com`. */
  readonly serverUrl: string;
  /** Tells people in chats; missing where there are none. */
  readonly notices?: Notices;
  readonly history?: ReviewHistory;
}

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'read', metadata: 'read', pull_requests: 'read' } as const),
};

/** People decide faster than that no more often. */
const MAX_ROUNDS = 5;

/**
 * Publishes what was read, less what people have settled by comment. What they decide while it is
 * being published, when no one else can change the check run, is published afterwards.
 */
export async function publishReview(
  reading: ReviewToPublish,
  publisher: Publisher,
  check: OpenCheck,
  deps: PublishReviewDeps,
): Promise<void> {
  const { target, configuration } = reading;
  const { max_comments: maxComments } = configuration.review;
  const { pull } = target;
  if (pull === undefined) {
    await publisher.publish(check, planOf(reading, [], deps));
    return;
  }
  const access = await openRepositoryClient(target, PERMISSIONS, deps);
  let records = await fetchDismissals(access, pull);
  if (records.length > 0) await judgeAgain(reading, records, deps);
  const plan = planOf(reading, records, deps);
  let said = await publisher.publish(check, plan, { maxComments, settled: settledKeys(records) });
  await tellOfFindings(reading, pull, plan, said, deps);
  for (let round = 0; round < MAX_ROUNDS && said.kind === 'published'; round += 1) {
    const now = await fetchDismissals(access, pull);
    const decided = now.filter((one) => !records.some((known) => isSame(one, known)));
    if (decided.length === 0) return;
    records = now;
    await judgeAgain(reading, records, deps);
    const again = { ...planOf(reading, records, deps), sarif: '' };
    const options = { maxComments: 0, settled: settledKeys(records) };
    said = await publisher.publish(await publisher.open([]), again, options);
    await resolveDecidedThreads(access, pull, decided, target, deps);
  }
}

/** What is kept of the review counts what people have settled, too. */
async function judgeAgain(
  { target, read, configuration }: ReviewToPublish,
  records: readonly Dismissal[],
  { history }: PublishReviewDeps,
): Promise<void> {
  const report = withDismissals(read.report, records, configuration.review.fail_on);
  await history?.judgeAgain(judgedReview(target, report));
}

function settledKeys(records: readonly Dismissal[]): ReadonlySet<string> {
  return new Set(records.filter(({ state }) => state !== 'open').map(({ key }) => key));
}

/** Tells of findings that have a comment since now; where none is wanted, of all in each commit that fails. */
async function tellOfFindings(
  { target: { repository }, configuration }: ReviewToPublish,
  pull: number,
  { findings }: PublicationPlan,
  said: PublicationOutcome,
  { notices, signal }: PublishReviewDeps,
): Promise<void> {
  if (notices === undefined || said.kind !== 'published' || said.conclusion !== 'failure') return;
  const isCommented = configuration.review.max_comments > 0;
  const posted = new Set(said.posted);
  const told = findings.filter(({ key }) => !isCommented || posted.has(key));
  const highest = SEVERITIES.find((one) => told.some(({ severity }) => severity === one));
  if (highest === undefined) return;
  const notice = { kind: 'findings', pull, count: told.length, highest } as const;
  await notices.tell(notice, { repository, configuration }, signal);
}

/** A thread that was opened again for a finding that had just been settled is closed again. */
async function resolveDecidedThreads(
  access: RepositoryClient,
  pull: number,
  decided: readonly Dismissal[],
  target: ReviewToPublish['target'],
  deps: PublishReviewDeps,
): Promise<void> {
  const writer = await openWriteClient(target, deps);
  for (const { key, state } of decided) {
    await resolveThreads(access, writer, pull, key, state !== 'open');
  }
}

function isSame(one: Dismissal, other: Dismissal): boolean {
  return one.key === other.key && one.state === other.state && one.at === other.at;
}

/** What a review wants said, less what people have settled. */
export function planOf(
  { target, read, configuration }: ReviewToPublish,
  records: readonly Dismissal[],
  { serverUrl }: Pick<PublishReviewDeps, 'serverUrl'>,
): PublicationPlan {
  const { repository, head } = target;
  const { report, costs, seconds, warnings } = read;
  const { fail_on: failOn, details } = configuration.review;
  const repositoryUrl = `${serverUrl}/${repository.owner}/${repository.name}`;
  const settled = withDismissals(report, records, failOn);
  const notes = [...warnings, ...outdatedDecisions(settled, records)];
  const plan = publicationPlanOf(settled, {
    ...{ repositoryUrl, head, costs, seconds, notes },
    sarif: configuration.sarif !== 'off',
  });
  return details === 'private' ? withoutDetails(plan, repositoryUrl) : plan;
}
