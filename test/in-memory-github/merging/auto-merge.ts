import { emitPull } from '../events/pull-request.ts';
import { isPull } from '../operations/find-issue.ts';
import { Refusal } from '../server/refusal.ts';
import type { PullRequest } from '../state/issue.ts';
import type { AutoMerge } from '../state/merging.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';
import { mergePull } from './merge-pull.ts';
import { enqueue } from './merge-queue.ts';
import { mergeability } from './mergeability.ts';

/** @throws Refusal 422 where it is not allowed, or there is nothing to wait for */
export async function enableAutoMerge(
  world: World,
  repository: Repository,
  request: PullRequest,
  wish: Omit<AutoMerge, 'at'>,
): Promise<void> {
  if (!repository.allowAutoMerge) {
    throw new Refusal(422, 'Auto merge is not allowed for this repository');
  }
  const { state } = await mergeability(repository, request);
  if (state === 'clean' || state === 'unstable' || state === 'unknown') {
    throw new Refusal(422, `Pull request is in ${state} status`);
  }
  request.pull.autoMerge = { ...wish, at: timestamp(world) };
  await emitPull(world, repository, wish.by, request, 'auto_merge_enabled');
}

/** Merges, or puts in the queue, whatever waited for its checks and has them now. */
export async function settleAutoMerges(world: World, repository: Repository): Promise<void> {
  for (const request of [...repository.issues.values()].filter(isPull)) {
    const { autoMerge, base } = request.pull;
    if (autoMerge === undefined || request.state === 'closed') continue;
    if ((await mergeability(repository, request)).problem !== undefined) continue;
    const { by } = autoMerge;
    if (repository.protections.get(base)?.mergeQueue) {
      request.pull.autoMerge = undefined;
      await enqueue(world, repository, by, request);
      continue;
    }
    try {
      await mergePull(world, repository, by, request, autoMerge);
    } catch (error) {
      // Somebody was faster; what is left waits for its next chance.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
