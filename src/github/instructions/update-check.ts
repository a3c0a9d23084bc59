import type { Report } from '../../security/report/report.ts';
import type { PullRequest } from '../api/pulls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { outdatedDecisions, withDismissals } from '../dismissals/apply-dismissals.ts';
import type { Dismissal } from '../dismissals/dismissal.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import { publicationPlanOf } from '../publication-plan/publication-plan-of.ts';
import { withoutDetails } from '../publication-plan/without-details.ts';
import { publisherOf } from '../publish/publisher.ts';
import { judgedReview } from '../review/judged-review.ts';
import type { StoredReview } from '../review/report-store.ts';

/**
 * Judges the head anew, without another review, and says so in a check run.
 * @param isRetry whether this was begun before
 * @returns the report, judged anew; undefined while a review is under way, which will take the decisions in
 */
export async function updateCheck(
  { repository }: CommandOf<'follow-instruction'>,
  { github }: RepositoryClient,
  pull: PullRequest,
  stored: StoredReview,
  records: readonly Dismissal[],
  isRetry: boolean,
  deps: InstructionDeps,
): Promise<Report | undefined> {
  if (stored.head !== pull.head) return undefined;
  const { identity, markerKey, signal, clock, serverUrl } = deps;
  const target = {
    repository,
    head: pull.head,
    pull: pull.number,
    ref: `refs/pull/${pull.number}/head`,
  };
  const publisher = publisherOf(target, { github, identity, markerKey, signal, clock });
  // One that is open may be what an earlier try left behind. A review that loses its own ends it again.
  if (!isRetry && (await publisher.findOpen()) !== undefined) return undefined;
  const report = withDismissals(stored.report, records, stored.failOn);
  await deps.history?.judgeAgain(judgedReview(target, report));
  const { seconds, costs } = stored;
  const repositoryUrl = `${serverUrl}/${repository.owner}/${repository.name}`;
  const whole = publicationPlanOf(report, {
    repositoryUrl,
    ...{ head: pull.head, seconds, costs },
    notes: outdatedDecisions(report, records),
    // The alert is changed by itself.
    sarif: false,
  });
  const plan = stored.details === 'private' ? withoutDetails(whole, repositoryUrl) : whole;
  // Whatever has no comment by now stays in the summary.
  const settled = new Set(records.flatMap(({ key, state }) => (state === 'open' ? [] : [key])));
  await publisher.publish(await publisher.open([]), plan, { maxComments: 0, settled });
  return report;
}
