import { codeSpan } from '../../page/markdown-text.ts';
import { findingSection } from '../../security/printers/markdown-finding.ts';
import { describedRules } from '../../security/report/groups.ts';
import type { PullRequest } from '../api/pulls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { Repository } from '../commands/command.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { detailsNotice } from '../publication-plan/without-details.ts';
import type { ReportStore, StoredReview } from '../review/report-store.ts';
import { findFinding, unknownFinding } from './find-finding.ts';

/** What to say when no review is at hand. */
export const NO_REVIEW =
  'No review of this pull request is at hand: it has not ended yet, or it was long ago. `/rustward review` asks for one; then ask again.';

/** Says how a finding was derived: what the scan followed, and what models found out. */
export async function explain(
  { command, pull, conversation, access }: PermittedCommand,
  key: string,
  { reports, serverUrl }: InstructionDeps,
): Promise<void> {
  const stored = lastReview(reports, command.repository, pull);
  if (stored === undefined) return await conversation.say(NO_REVIEW);
  const isPrivate = stored.details === 'private';
  await conversation.say(
    isPrivate ? privateAnswer(command, serverUrl) : await explanation(key, stored, pull, access),
  );
}

/** What to say in public of what is to stay private. */
export function privateAnswer(
  { repository: { owner, name } }: Pick<PermittedCommand['command'], 'repository'>,
  serverUrl: string,
): string {
  return detailsNotice(`${serverUrl}/${owner}/${name}`);
}

/** The review of the head, or the last one before. */
export function lastReview(
  reports: ReportStore,
  repository: Repository,
  { number, head }: PullRequest,
): StoredReview | undefined {
  return reports.get(repository.id, number, head) ?? reports.get(repository.id, number);
}

async function explanation(
  key: string,
  stored: StoredReview,
  pull: PullRequest,
  access: RepositoryClient,
): Promise<string> {
  const { head, report } = stored;
  const candidate = findFinding(key, report);
  const older =
    head === pull.head
      ? []
      : [`This is of commit ${codeSpan(head.slice(0, 10))}: the newest one is not reviewed yet.`];
  if (candidate === undefined) {
    return [await unknownFinding(key, stored, access, pull.number), ...older].join('\n\n');
  }
  const rule = describedRules(report).find(({ id }) => id === candidate.pattern);
  return [findingSection(candidate, rule), ...older].join('\n\n');
}
