import type { CommandOf } from '../command.ts';
import { reviewPlanOf } from '../plan/review-plan-of.ts';
import { publisherOf } from '../publish/publisher.ts';
import type { ShelvedReview } from '../review/report-shelf.ts';
import { settledReport } from '../triage/settle-report.ts';
import type { TriageRecord } from '../triage/triage-record.ts';
import type { Access } from './access.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import type { Pull } from './pull.ts';

type Verdict = 'clean' | 'findings' | 'inconclusive';

/**
 * Judges the head anew, without another review, and says so in a check run.
 * @param isRetry whether this was begun before
 * @returns the verdict; undefined while a review is under way, which will take the decisions in
 */
export async function updateCheck(
  { repository }: CommandOf<'follow-instruction'>,
  { github }: Access,
  pull: Pull,
  shelved: ShelvedReview,
  records: readonly TriageRecord[],
  isRetry: boolean,
  deps: InstructionDeps,
): Promise<Verdict | undefined> {
  if (shelved.head !== pull.head) return undefined;
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
  const report = settledReport(shelved.report, records, shelved.failOn);
  const { seconds, costs } = shelved;
  const plan = reviewPlanOf(report, {
    repositoryUrl: `${serverUrl}/${repository.owner}/${repository.name}`,
    ...{ head: pull.head, seconds, costs },
    // The alert is changed by itself.
    sarif: false,
  });
  // Whatever has no comment by now stays in the summary.
  await publisher.publish(await publisher.open([]), plan, { maxComments: 0 });
  return report.verdict;
}
