import { isAncestor } from '../git/store.ts';
import { setMerged } from '../merging/set-merged.ts';
import { isPull, pullEnds } from '../operations/find-issue.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import { type Repository, roleOf } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';
import { emitBaseChange, emitPull } from './pull-request.ts';
import type { RefChange } from './push.ts';

/** Pull requests of a branch, here and where this is a fork of, follow it; without it they close. */
export async function followHeads(
  world: World,
  repository: Repository,
  sender: Account,
  branch: string,
  { before, after }: Pick<RefChange, 'before' | 'after'>,
): Promise<void> {
  for (const base of world.repositories.values()) {
    for (const request of [...base.issues.values()].filter(isPull)) {
      const { head } = request.pull;
      if (request.state !== 'open' || head.branch !== branch) continue;
      if (head.repository.id !== repository.id) continue;
      if (after === undefined) {
        await close(world, base, sender, request);
        continue;
      }
      request.updated = timestamp(world);
      await pullEnds(base, request);
      if (request.pull.autoMerge && !mayWrite(base, sender)) {
        request.pull.autoMerge = undefined;
        const reason = 'A user without write access pushed';
        await emitPull(world, base, sender, request, 'auto_merge_disabled', { reason });
      }
      await emitPull(world, base, sender, request, 'synchronize', { before, after });
    }
  }
}

/** A pull request whose commits somebody pushed to its base branch is merged. */
export async function noticeMerges(
  world: World,
  repository: Repository,
  by: Account,
  branch: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<void> {
  for (const request of [...repository.issues.values()].filter(isPull)) {
    if (request.state !== 'open' || request.pull.base !== branch || before === undefined) continue;
    const { head } = await pullEnds(repository, request);
    if (!(await isAncestor(repository.folder, head, after))) continue;
    await setMerged(world, repository, request, { by, commit: after, base: before });
  }
}

/**
 * Pull requests into a branch that is gone go into what that was itself merged into, as those that
 * were built on one another do; else they close.
 */
export async function loseBase(
  world: World,
  repository: Repository,
  sender: Account,
  branch: string,
  before: string | undefined,
): Promise<void> {
  const pulls = [...repository.issues.values()].filter(isPull);
  const heir = pulls.findLast(
    ({ pull }) =>
      pull.merged && pull.head.branch === branch && pull.head.repository.id === repository.id,
  );
  for (const request of pulls) {
    const { pull, state } = request;
    if (state !== 'open' || pull.base !== branch) continue;
    pull.lastBase = before;
    if (heir === undefined) {
      await close(world, repository, sender, request);
      continue;
    }
    pull.base = heir.pull.base;
    request.updated = timestamp(world);
    await emitBaseChange(world, repository, sender, request, { ref: branch, sha: before ?? '' });
  }
}

async function close(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
): Promise<void> {
  request.state = 'closed';
  request.closed = timestamp(world);
  request.updated = request.closed;
  await emitPull(world, repository, sender, request, 'closed');
}

function mayWrite(repository: Repository, { login, type }: Account): boolean {
  return type === 'Bot' || ['write', 'maintain', 'admin'].includes(roleOf(repository, login));
}
