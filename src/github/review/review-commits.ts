import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import type { ReviewHistory } from '../../jobs/database/review-history.ts';
import type { JobRun } from '../../jobs/queue/run-leased-job.ts';
import type { Clock } from '../../model/clock.ts';
import { reviewNumbers } from '../../security/report/review-numbers.ts';
import { withoutFolders } from '../../workspace/files/without-folders.ts';
import { fetchPull, type PullRequest } from '../api/pulls.ts';
import { type AppIdentity, openRepositoryClient } from '../api/repository-client.ts';
import type { PublisherDeps, ReviewTarget } from '../api/review-target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import {
  type ChangeToFetch,
  type ImportedSarif,
  type ReviewedChange,
  reviewChange,
} from '../isolated-worker/review-change.ts';
import type { IsolatedWorkerDeps } from '../isolated-worker/run-on-commit.ts';
import type { Notices } from '../notices/notice.ts';
import type { CloseReason } from '../publish/close-reason.ts';
import { type Publisher, publisherOf } from '../publish/publisher.ts';
import { fetchImports } from './fetch-imports.ts';
import { judgedReview, ownerOf, reviewedPlace } from './judged-review.ts';
import { type CloseCheck, closeOthers, type OpenChecks } from './open-checks.ts';
import { planOf, publishReview } from './publish-review.ts';
import type { ReportStore } from './report-store.ts';
import { reviewStages } from './review-stages.ts';

/** What it takes to review, and to say so. */
export interface ReviewDeps extends IsolatedWorkerDeps {
  readonly identity: AppIdentity;
  readonly markerKey: Uint8Array;
  readonly clock: Clock;
  readonly reports: ReportStore;
  /** What past reviews came to; missing where nothing asks for it. */
  readonly history?: ReviewHistory;
  readonly openChecks: OpenChecks;
  /** Tells people in chats; missing where there are none. */
  readonly notices?: Notices;
}

/** How one attempt is made. */
export type Attempt = Pick<JobRun, 'signal' | 'last'>;

/** A change, and where its result belongs. */
export type ChangeToReview = ReviewTarget &
  ChangeToFetch & {
    /** What GitHub made of both sides of a pull request. */
    readonly mergeCommit?: string | undefined;
  };

/** Whether a commit is reviewed that has been before: a person wants it so. */
export interface Again {
  readonly again?: boolean;
}

export const REVIEW_PERMISSIONS = {
  ...({ checks: 'write', contents: 'read', metadata: 'read' } as const),
  ...({ pull_requests: 'write', security_events: 'write' } as const),
};

const READ_RESULTS = { metadata: 'read', security_events: 'read' } as const;

/** To say that a review has ended takes no longer; what is left open is ended by a later job. */
const CLOSING_MILLISECONDS = 20_000;

/**
 * Reviews what lies between two commits, and says the result on GitHub. The check run of the head is
 * there from the beginning, and never green without a result: when an attempt breaks it stays under
 * way for the next one, and after the last it says what was the matter. What was reviewed is not
 * reviewed once more because an event came late, or a worker died right after the end.
 */
export async function reviewCommits(
  change: ChangeToReview & Again,
  configuration: Configuration,
  attempt: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  if (configuration.review.publish === 'log')
    return await reviewIntoLog(change, configuration, attempt, deps);
  const { signal } = attempt;
  const publisher = await publisherFor(change, signal, deps);
  await closeOthers(
    deps.openChecks,
    change,
    { kind: 'superseded' },
    checkCloser(change, signal, deps),
  );
  if (change.again !== true && (await publisher.hasVerdict())) {
    await deps.openChecks.forget(change);
    // It may have been closed in between.
    if (change.pull !== undefined) await deps.history?.setOpen(reviewedPlace(change), true);
    return;
  }
  await deps.openChecks.note(change);
  const check = await publisher.open(reviewStages('fetch', 0, 0));
  // One after the other, and none after the end of the check. What is lost on the way is only news.
  let shown: Promise<void> = Promise.resolve();
  const show = (stage: string, done: number, total: number) => {
    shown = shown
      .then(() => publisher.progress(check, reviewStages(stage, done, total)))
      .catch(() => {});
  };
  try {
    const imports = await importsOf(change, configuration, signal, deps);
    const read = await reviewChange(
      { ...change, imports },
      configuration,
      { signal, onProgress: show },
      deps,
    );
    await shown;
    deps.watch?.reviewed(reviewNumbers(read.report), read.seconds * 1000);
    storeReport(change, configuration, read, deps);
    await deps.history?.add({ ...judgedReview(change, read.report), ...ownerOf(change) });
    const reading = { target: change, read, configuration };
    await publishReview(reading, publisher, check, { ...deps, signal });
    await deps.openChecks.forget(change);
  } catch (thrown) {
    await shown;
    const why = signal.aborted
      ? await replacementOf(change, deps)
      : attempt.last
        ? brokenReason(thrown)
        : undefined;
    if (why !== undefined) {
      // What ended the review must not end this.
      await checkCloser(change, AbortSignal.timeout(CLOSING_MILLISECONDS), deps)(change.head, why);
      if (why.kind === 'broken') await noteFailure(change, deps);
      await deps.openChecks.forget(change);
    }
    throw thrown;
  }
}

/** Reviews, and writes to the App's log what would be said on GitHub, where nothing is said. */
async function reviewIntoLog(
  change: ChangeToReview,
  configuration: Configuration,
  { signal }: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const imports = await importsOf(change, configuration, signal, deps);
  const read = await reviewChange({ ...change, imports }, configuration, { signal }, deps);
  deps.watch?.reviewed(reviewNumbers(read.report), read.seconds * 1000);
  storeReport(change, configuration, read, deps);
  const plan = planOf({ target: change, read, configuration }, [], deps);
  const { owner, name } = change.repository;
  const place = { repository: `${owner}/${name}`, pull: change.pull, head: change.head };
  deps.watch?.unpublished(place, plan);
}

/** What other scanners have uploaded for the commit, where the configuration names some. */
async function importsOf(
  change: ChangeToReview,
  configuration: Configuration,
  signal: AbortSignal,
  deps: ReviewDeps,
): Promise<ImportedSarif | undefined> {
  if (configuration.review.import_results.length === 0) return undefined;
  const client = await openRepositoryClient(change, READ_RESULTS, { ...deps, signal });
  return await fetchImports(change, configuration, client);
}

/** Ends all check runs that reviews of a pull request have left open. */
export async function closeChecks(
  change: Omit<ChangeToReview, 'head' | 'base'>,
  why: CloseReason,
  signal: AbortSignal,
  deps: ReviewDeps,
): Promise<void> {
  const anywhere = { ...change, head: '', base: '' };
  await closeOthers(deps.openChecks, anywhere, why, checkCloser(anywhere, signal, deps));
}

function checkCloser(change: ChangeToReview, signal: AbortSignal, deps: ReviewDeps): CloseCheck {
  return async (head, why) => {
    const publisher = await publisherFor({ ...change, head }, signal, deps);
    const open = await publisher.findOpen();
    if (open !== undefined) await publisher.close(open, why);
  };
}

/** The report stays, for those who ask about it. */
function storeReport(
  { repository, pull, head }: ChangeToReview,
  { review }: Configuration,
  { report, seconds, costs }: ReviewedChange,
  { reports }: ReviewDeps,
): void {
  const { fail_on: failOn, details, settle } = review;
  if (pull !== undefined)
    reports.put(repository.id, pull, { head, report, failOn, details, settle, seconds, costs });
}

/** Says that a commit cannot be reviewed, for a reason that a person has to remove first. */
export async function refuseReview(
  change: ChangeToReview,
  problem: UsageError,
  { signal }: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const publisher = await publisherFor(change, signal, deps);
  const why = { kind: 'refused', problem: withoutFolders(messageOf(problem)) } as const;
  await publisher.close(await publisher.open([]), why);
  await noteFailure(change, deps);
}

async function noteFailure(change: ChangeToReview, { history }: ReviewDeps): Promise<void> {
  await history?.addFailed({ ...reviewedPlace(change), ...ownerOf(change) });
}

async function publisherFor(
  { repository, installation, head, pull, ref }: ChangeToReview,
  signal: AbortSignal,
  { access, identity, markerKey, clock }: ReviewDeps,
): Promise<Publisher> {
  const github = await access.client(installation, repository, REVIEW_PERMISSIONS);
  // To resolve threads, GitHub wants that.
  const openWriteGitHub = () =>
    access.client(installation, repository, { ...REVIEW_PERMISSIONS, contents: 'write' });
  const publisherDeps: PublisherDeps = {
    ...{ github, openWriteGitHub, identity, markerKey, clock, signal },
  };
  return publisherOf({ repository, head, pull, ref }, publisherDeps);
}

/** A newer push has a check of its own, and one that was closed needs none. Otherwise another attempt goes on. */
async function replacementOf(
  { pull, head, ...place }: ChangeToReview,
  deps: ReviewDeps,
): Promise<CloseReason | undefined> {
  if (pull === undefined) return undefined;
  // What ended the review must not end this.
  const signal = AbortSignal.timeout(CLOSING_MILLISECONDS);
  const client = await openRepositoryClient(place, REVIEW_PERMISSIONS, { ...deps, signal });
  return replacement(head, await fetchPull(client, pull));
}

function replacement(head: string, now: PullRequest): CloseReason | undefined {
  if (now.state !== 'open' || now.isDraft) return { kind: 'abandoned' };
  return now.head === head ? undefined : { kind: 'superseded' };
}

function brokenReason(thrown: unknown): CloseReason {
  // Only what is meant for people; the rest may name folders of this machine, and is in the log.
  const isMeant = thrown instanceof IncompleteError || thrown instanceof UsageError;
  return {
    kind: 'broken',
    problem: isMeant ? withoutFolders(messageOf(thrown)) : 'It met an error of its own.',
  };
}
