import { noticePushes } from '../events/notice-pushes.ts';
import { mergedCommit } from '../git/merge.ts';
import { tryGit } from '../git/run-git.ts';
import { pullEnds } from '../operations/find-issue.ts';
import { Refusal } from '../server/refusal.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import type { MergeMethod } from '../state/merging.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { mergeability } from './mergeability.ts';
import { setMerged } from './set-merged.ts';

export interface MergeWish {
  readonly method: MergeMethod;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  /** What the head has to be. */
  readonly sha?: string | undefined;
}

/**
 * Merges a pull request now. Returns the commit that its base branch is then at.
 * @throws Refusal 405 when it cannot be merged, 409 when its head or its base moved meanwhile
 */
export async function mergePull(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
  wish: MergeWish,
): Promise<string> {
  const { folder, protections } = repository;
  const { problem } = await mergeability(repository, request);
  if (problem !== undefined) throw new Refusal(405, problem);
  if (protections.get(request.pull.base)?.mergeQueue) {
    throw new Refusal(405, 'Changes must be made through the merge queue');
  }
  const { base, head } = await pullEnds(repository, request);
  if (wish.sha !== undefined && wish.sha !== head) throw modified('Head');
  const author = signatureOf(world, sender);
  const merge = { base, head, method: wish.method, message: messageOf(request, wish), author };
  const commit = await mergedCommit(folder, merge);
  if (commit === undefined) throw new Refusal(405, 'Pull Request is not mergeable');
  const ref = `refs/heads/${request.pull.base}`;
  if ((await tryGit(folder, 'update-ref', ref, commit, base)) === undefined) throw modified('Base');
  await setMerged(world, repository, request, { by: sender, commit, base });
  await noticePushes(world, repository, sender);
  return commit;
}

/** Somebody as the author of a commit that GitHub makes. */
export function signatureOf(world: World, { login }: Account) {
  const email = `${login}@users.noreply.github.com`;
  return { name: login, email, seconds: Math.floor(world.now() / 1000) };
}

function messageOf({ number, title, body, pull }: PullRequest, wish: MergeWish): string {
  const { head } = pull;
  const from = `${head.repository.owner.login}/${head.branch}`;
  const squash = wish.method === 'squash';
  const first =
    wish.title ?? (squash ? `${title} (#${number})` : `Merge pull request #${number} from ${from}`);
  const rest = wish.message ?? (squash ? (body ?? '') : title);
  return rest === '' ? first : `${first}\n\n${rest}`;
}

function modified(branch: string): Refusal {
  return new Refusal(409, `${branch} branch was modified. Review and try the merge again.`);
}
