import { emitPull } from '../events/pull-request.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Merged } from '../state/merging.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';

/** Closes a pull request whose commits are on its base branch. */
export async function setMerged(
  world: World,
  repository: Repository,
  request: PullRequest,
  merged: Omit<Merged, 'at'>,
): Promise<void> {
  const at = timestamp(world);
  request.pull.merged = { ...merged, at };
  request.pull.autoMerge = undefined;
  request.state = 'closed';
  request.closed = at;
  request.updated = at;
  await emitPull(world, repository, merged.by, request, 'closed');
}
