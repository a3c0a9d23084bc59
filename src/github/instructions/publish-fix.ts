import { visibleText } from '../../page/visible-text.ts';
import { type Fixed, type FixHunk, isLargeDeletion } from '../../security/fix/fix-plan.ts';
import { lineCounts } from '../../security/fix/line-counts.ts';
import { fetchFileText } from '../api/contents.ts';
import { fetchPullFiles, type PullRequest } from '../api/pulls.ts';
import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { createReviewComment, fetchReviewComment } from '../api/reviews.ts';
import { openWriteClient } from '../api/write-client.ts';
import { fetchOwnComments } from '../comments/own-comments.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { hunksOf } from '../publication-plan/hunks.ts';
import { printMarker } from '../text/marker.ts';
import { askForApproval, fixByHand, fixText, suggestionBlock } from './fix-text.ts';
import { openFixPull } from './open-fix-pull.ts';

/**
 * Proposes a fix: as a suggestion on lines of the change where it was built and tested, else as a
 * draft pull request, else in words. One that takes much away is only told of until a person approves it.
 * @returns what was done, in Markdown
 */
export async function publishFix(
  { access, command, pull }: PermittedCommand,
  { key, isApproved }: { readonly key: string; readonly isApproved: boolean },
  plan: Fixed,
  deps: InstructionDeps,
): Promise<string> {
  const text = fixText(key, plan);
  const deleted = await deletedLines(access, pull, plan);
  if (isLargeDeletion(deleted) && !isApproved) return `${text}\n\n${askForApproval(key, deleted)}`;
  const isSure = plan.built.state === 'passed' && plan.tested.state === 'passed';
  if (isSure && plan.hunk !== undefined && (await canSuggest(access, pull, plan.hunk))) {
    const url = await postSuggestion(access, pull, key, text, plan.hunk);
    return `${text}\n\nIt is [a suggestion](${url}) on the lines in question.`;
  }
  const writer = pull.isOwnBranch ? await openWriteClient(command, deps) : undefined;
  const opened = writer && (await openFixPull(writer, pull, key, plan, text));
  if (opened === undefined) return `${text}\n\n${fixByHand(plan)}`;
  return `${text}\n\nIt is in pull request #${opened}, on top of the branch of this one.`;
}

/** Counted here, too: what the plan says of itself comes from a process that read untrusted text. */
async function deletedLines(
  access: RepositoryClient,
  { head }: PullRequest,
  { files, impact }: Fixed,
): Promise<number> {
  const changed = await Promise.all(
    files.map(async ({ path, content }) => {
      return { path, old: (await fetchFileText(access, path, head)) ?? '', content };
    }),
  );
  return Math.max(lineCounts(changed).deleted, impact.deleted_lines);
}

/** Whether a piece can be suggested: all its lines can have a comment, and a reader sees all of it. */
async function canSuggest(
  access: RepositoryClient,
  pull: PullRequest,
  { path, start_line: from, end_line: to, replacement }: FixHunk,
): Promise<boolean> {
  const lines = replacement.replaceAll('\n', '');
  if (visibleText(lines) !== lines) return false;
  const files = await fetchPullFiles(access, pull.number);
  const patch = files.find((file) => file.path === path)?.patch ?? '';
  return hunksOf(patch).some(({ first, last }) => first <= from && to <= last);
}

/** Posts a suggestion once; a second time its address is all that is needed. */
async function postSuggestion(
  access: RepositoryClient,
  pull: PullRequest,
  key: string,
  text: string,
  { path, start_line: from, end_line: to, replacement }: FixHunk,
): Promise<string> {
  const marker = { kind: 'status' as const, words: ['suggestion', key, pull.head] };
  const posted = async () => {
    const own = await fetchOwnComments(access, pull.number, true);
    const before = own.find(({ kind, marker: { words } }) => {
      return kind === 'review' && words.join(' ') === marker.words.join(' ');
    });
    return before && (await fetchReviewComment(access, before.id)).url;
  };
  const body = `${text}\n\n${suggestionBlock(replacement)}\n\n${printMarker(marker, sealOn(access, pull.number))}`;
  const comment = { path, lines: { first: from, last: to }, body };
  return (await posted()) ?? (await createReviewComment(access, pull, comment, posted));
}
