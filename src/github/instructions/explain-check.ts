import { toMarkdown } from '../../security/printers/markdown.ts';
import { fetchCheckRun } from '../api/checks.ts';
import { openRepositoryClient, type RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { postOrUpdate } from '../comments/post-once.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import { fetchPermission } from '../permissions/user-permission.ts';
import { clipLines } from '../text/clip-lines.ts';
import { NO_REVIEW, privateAnswer } from './explain.ts';

/** GitHub's limit is 65,536 characters, and the marker needs some. */
const MAX_BYTES = 60_000;
const CUT = '… cut here. `/rustward explain NAME` says all of one finding.';

const PERMISSIONS = {
  ...({ checks: 'read', contents: 'read', issues: 'write' } as const),
  ...({ metadata: 'read', pull_requests: 'write' } as const),
};

/**
 * The button “Explain” of a check run: the whole report of that commit in one comment on the pull
 * request, however often it is clicked.
 */
export async function explainCheck(
  command: CommandOf<'explain-check'>,
  deps: InstructionDeps,
): Promise<void> {
  const { repository, head, checkRun, user } = command;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  if ((await fetchPermission(access, user)) === undefined) return;
  const pull = await fetchPullOfCheck(access, checkRun);
  if (pull === undefined) return;
  const stored = deps.reports.get(repository.id, pull, head);
  const text =
    stored === undefined
      ? NO_REVIEW
      : stored.details === 'private'
        ? privateAnswer(command, deps.serverUrl)
        : toMarkdown(stored.report);
  await postOrUpdate(access, pull, {
    words: ['check', String(checkRun), head],
    text: clipLines(text, MAX_BYTES, CUT),
  });
}

/** The pull request that a check run of ours is about; a merge group has no pull request. */
async function fetchPullOfCheck(
  access: RepositoryClient,
  checkRun: number,
): Promise<number | undefined> {
  const { externalId } = await fetchCheckRun(access, checkRun);
  const [, number] = /^pull (\d+)$/.exec(externalId) ?? [];
  return number === undefined ? undefined : Number(number);
}
