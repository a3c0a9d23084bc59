import { readCommit } from '../operations/commit-json.ts';
import type { Account } from '../state/caller.ts';
import type { QueueEntry } from '../state/merge-queue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

/** @param reason why a group is no more; undefined for one that wants its checks */
export async function emitMergeGroup(
  world: World,
  repository: Repository,
  sender: Account,
  entry: QueueEntry,
  reason?: 'merged' | 'invalidated' | 'dequeued',
): Promise<void> {
  const action = reason === undefined ? 'checks_requested' : 'destroyed';
  await emit(world, { name: 'merge_group', action, repository, sender }, async () => {
    const { request, ref, baseSha, headSha } = entry;
    const { tree, message, author, committer } = await readCommit(repository.folder, headSha);
    const head_commit = { id: headSha, tree_id: tree, message, timestamp: author.date };
    return {
      ...(reason !== undefined && { reason }),
      merge_group: {
        ...{ head_sha: headSha, head_ref: ref, base_sha: baseSha },
        base_ref: `refs/heads/${request.pull.base}`,
        head_commit: { ...head_commit, author, committer },
      },
    };
  });
}
