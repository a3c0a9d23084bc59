import { noticePushes } from '../events/notice-pushes.ts';
import type { Account } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { settleAutoMerges } from './auto-merge.ts';
import { settleQueues } from './merge-queue.ts';

/** Merges what can be merged since something changed: a check, a draft, a branch. */
export async function settle(world: World, repository: Repository): Promise<void> {
  // One at a time: nothing is merged twice.
  await repository.settling(async () => {
    await settleQueues(world, repository);
    await settleAutoMerges(world, repository);
  });
}

/** Everything that follows when refs were written. */
export async function afterPush(
  world: World,
  repository: Repository,
  sender: Account,
): Promise<void> {
  await noticePushes(world, repository, sender);
  // A branch of a fork may be in a queue of where the fork is from.
  for (const one of world.repositories.values()) {
    if (one.id === repository.id || one.id === repository.parent?.id) await settle(world, one);
  }
}
