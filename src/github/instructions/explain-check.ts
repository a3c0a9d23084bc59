import { toMarkdown } from '../../security/report/markdown.ts';
import { clipLines } from '../clip.ts';
import type { CommandOf } from '../command.ts';
import { type Marker, printMarker } from '../marker.ts';
import { type Access, accessFor, sealOn } from './access.ts';
import { NO_REVIEW } from './explain.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { ownComments } from './own-comments.ts';
import { permissionOf } from './permission.ts';

/** GitHub's limit is 65,536 characters, and the marker needs some. */
const MOST_BYTES = 60_000;
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
  const access = await accessFor(command, PERMISSIONS, deps);
  if ((await permissionOf(access, user)) === undefined) return;
  const pull = await pullOf(access, checkRun);
  if (pull === undefined) return;
  const shelved = deps.shelf.get(repository.id, pull, head);
  const text = shelved === undefined ? NO_REVIEW : toMarkdown(shelved.report);
  const marker: Marker = { kind: 'status', words: ['check', String(checkRun), head] };
  const seal = sealOn(access, pull);
  const body = `${clipLines(text, MOST_BYTES, CUT)}\n\n${printMarker(marker, seal)}`;
  await say(access, pull, marker, body);
}

/** The pull request that a check run of ours is about; a merge group has nobody to tell. */
async function pullOf(
  { github, calls, place }: Access,
  checkRun: number,
): Promise<number | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.checks.get({ ...place, ...options, check_run_id: checkRun }),
  );
  const [, number] = /^pull (\d+)$/.exec(data.external_id ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}

async function say(access: Access, pull: number, marker: Marker, body: string): Promise<void> {
  const { github, calls, place } = access;
  const posted = async () => {
    const own = await ownComments(access, pull, false);
    return own.find((one) => one.marker.words.join() === marker.words.join());
  };
  const before = await posted();
  if (before !== undefined) {
    const comment = { ...place, comment_id: before.id, body };
    await calls.write((options) => github.rest.issues.updateComment({ ...comment, ...options }));
    return;
  }
  await calls.write<{ readonly id: number }>(async (options) => {
    const comment = { ...place, issue_number: pull, body };
    return (await github.rest.issues.createComment({ ...comment, ...options })).data;
  }, posted);
}
