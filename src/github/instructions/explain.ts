import { describedRules } from '../../security/report/groups.ts';
import { findingSection } from '../../security/report/markdown-finding.ts';
import { codeSpan } from '../../security/report/markdown-text.ts';
import type { Repository } from '../command.ts';
import type { ReportShelf, ShelvedReview } from '../review/report-shelf.ts';
import { findFinding, unknownFinding } from './find-finding.ts';
import type { Granted } from './granted.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import type { Pull } from './pull.ts';

/** What to say when no review is at hand. */
export const NO_REVIEW =
  'No review of this pull request is at hand: it has not ended yet, or it was long ago. `/rustward review` asks for one; then ask again.';

/** Says how a finding was derived: what the scan followed, and what models found out. */
export async function explain(
  { command, pull, conversation }: Granted,
  key: string,
  { shelf }: InstructionDeps,
): Promise<void> {
  const shelved = lastReview(shelf, command.repository, pull);
  if (shelved === undefined) return await conversation.say(NO_REVIEW);
  await conversation.say(explanation(key, shelved, pull));
}

/** The review of the head, or the last one before. */
export function lastReview(
  shelf: ReportShelf,
  repository: Repository,
  { number, head }: Pull,
): ShelvedReview | undefined {
  return shelf.get(repository.id, number, head) ?? shelf.get(repository.id, number);
}

function explanation(key: string, { head, report }: ShelvedReview, pull: Pull): string {
  const candidate = findFinding(key, report);
  const older =
    head === pull.head
      ? []
      : [`This is of commit ${codeSpan(head.slice(0, 10))}: the newest one is not reviewed yet.`];
  if (candidate === undefined) return [unknownFinding(key, report), ...older].join('\n\n');
  const rule = describedRules(report).find(({ id }) => id === candidate.pattern);
  return [findingSection(candidate, rule), ...older].join('\n\n');
}
