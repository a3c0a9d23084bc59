import type { Configuration } from '../configuration/configuration.ts';
import { type Access, type AccessDeps, accessFor } from '../instructions/access.ts';
import { writeAccess } from '../instructions/write-access.ts';
import type { ReviewPlan } from '../plan/review-plan.ts';
import { reviewPlanOf } from '../plan/review-plan-of.ts';
import type { OpenCheck } from '../publish/check-run.ts';
import type { Publisher } from '../publish/publisher.ts';
import type { Target } from '../publish/target.ts';
import { readTriage } from '../triage/read-triage.ts';
import { settledReport } from '../triage/settle-report.ts';
import { settleThread } from '../triage/settle-thread.ts';
import type { TriageRecord } from '../triage/triage-record.ts';
import type { ReadChange } from './run-reader.ts';

/** What is published: a change that was read, where, and by what rules. */
export interface Reading {
  readonly target: Target & { readonly installation: number };
  readonly read: ReadChange;
  readonly configuration: Configuration;
}

export interface PublishSettledDeps extends AccessDeps {
  /** Of GitHub's pages: `https://github.com`. */
  readonly serverUrl: string;
}

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'read', metadata: 'read', pull_requests: 'read' } as const),
};

/** People decide faster than that no more often. */
const MOST_ROUNDS = 5;

/**
 * Publishes what was read, less what people have settled by comment. What they decide while it is
 * being published, when the check run cannot be changed by anybody else, is taken in afterwards.
 */
export async function publishSettled(
  reading: Reading,
  publisher: Publisher,
  check: OpenCheck,
  deps: PublishSettledDeps,
): Promise<void> {
  const { target, configuration } = reading;
  const { max_comments: maxComments } = configuration.review;
  const { pull } = target;
  if (pull === undefined) {
    await publisher.publish(check, planOf(reading, [], deps));
    return;
  }
  const access = await accessFor(target, PERMISSIONS, deps);
  let records = await readTriage(access, pull);
  let said = await publisher.publish(check, planOf(reading, records, deps), { maxComments });
  for (let round = 0; round < MOST_ROUNDS && said.kind === 'published'; round += 1) {
    const now = await readTriage(access, pull);
    const decided = now.filter((one) => !records.some((known) => isSame(one, known)));
    if (decided.length === 0) return;
    records = now;
    const plan = { ...planOf(reading, records, deps), sarif: '' };
    said = await publisher.publish(await publisher.open([]), plan, { maxComments: 0 });
    await settleThreads(access, pull, decided, target, deps);
  }
}

/** A thread that was opened again for a finding that had just been settled is closed again. */
async function settleThreads(
  access: Access,
  pull: number,
  decided: readonly TriageRecord[],
  target: Reading['target'],
  deps: PublishSettledDeps,
): Promise<void> {
  const writer = await writeAccess(target, deps);
  for (const { key, state } of decided) {
    await settleThread(access, writer, pull, key, state !== 'open');
  }
}

function isSame(one: TriageRecord, other: TriageRecord): boolean {
  return one.key === other.key && one.state === other.state && one.at === other.at;
}

function planOf(
  { target, read, configuration }: Reading,
  records: readonly TriageRecord[],
  { serverUrl }: PublishSettledDeps,
): ReviewPlan {
  const { repository, head } = target;
  const { report, costs, seconds, warnings } = read;
  return reviewPlanOf(settledReport(report, records, configuration.review.fail_on), {
    repositoryUrl: `${serverUrl}/${repository.owner}/${repository.name}`,
    ...{ head, costs, seconds, sarif: configuration.sarif !== 'off', notes: warnings },
  });
}
