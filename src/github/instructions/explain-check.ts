import { toMarkdown } from '../../security/printers/markdown.ts';
import { openRepositoryClient, type RepositoryClient, sealOn } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { fetchOwnComments } from '../comments/own-comments.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import { fetchPermission } from '../permissions/user-permission.ts';
import { clipLines } from '../text/clip-lines.ts';
import { type Marker, printMarker } from '../text/marker.ts';
import { NO_REVIEW } from './explain.ts';

/** GitHub's limit is 65,536 characters, and the marker needs some. */
const MAX_BYTES = 60_000;
const CUT = '… cut here. `/rustward explain NAME` says all of one finding.';

const PERMISSIONS = {
  ...({ checks: 'read', contents: 'read', issues: 'write' } as const),
  ...({ metadata: 'read', pull_requests: 'write' } as const),
};

/**
 * The button “Explain” of a check run: the whole report of that commit in one comment on the pull
 * request, however often somebody clicks.
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
  const text = stored === undefined ? NO_REVIEW : toMarkdown(stored.report);
  const marker: Marker = { kind: 'status', words: ['check', String(checkRun), head] };
  const seal = sealOn(access, pull);
  const body = `${clipLines(text, MAX_BYTES, CUT)}\n\n${printMarker(marker, seal)}`;
  await postReport(access, pull, marker, body);
}

/** The pull request that a check run of ours is about; a merge group has nobody to tell. */
async function fetchPullOfCheck(
  { github, calls, ownerRepo }: RepositoryClient,
  checkRun: number,
): Promise<number | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.checks.get({ ...ownerRepo, ...options, check_run_id: checkRun }),
  );
  const [, number] = /^pull (\d+)$/.exec(data.external_id ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}

async function postReport(
  access: RepositoryClient,
  pull: number,
  marker: Marker,
  body: string,
): Promise<void> {
  const { github, calls, ownerRepo } = access;
  const posted = async () => {
    const own = await fetchOwnComments(access, pull, false);
    return own.find((one) => one.marker.words.join() === marker.words.join());
  };
  const before = await posted();
  if (before !== undefined) {
    const comment = { ...ownerRepo, comment_id: before.id, body };
    await calls.write((options) => github.rest.issues.updateComment({ ...comment, ...options }));
    return;
  }
  await calls.write<{ readonly id: number }>(async (options) => {
    const comment = { ...ownerRepo, issue_number: pull, body };
    return (await github.rest.issues.createComment({ ...comment, ...options })).data;
  }, posted);
}
