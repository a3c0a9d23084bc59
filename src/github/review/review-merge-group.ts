import { fetchMergeBase } from '../api/commits.ts';
import { fetchConfiguration } from '../api/fetch-configuration.ts';
import { openRepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { type Attempt, type ReviewDeps, reviewCommits } from './review-commits.ts';

/**
 * Reviews what a merge queue is about to merge. There is no pull request to comment on; the check run is what
 * the queue waits for.
 */
export async function reviewMergeGroup(
  command: CommandOf<'review-merge-group'>,
  attempt: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const { repository, installation, head, base, ref } = command;
  const permissions = { contents: 'read', metadata: 'read' } as const;
  const client = await openRepositoryClient(command, permissions, { ...deps, ...attempt });
  const configuration = await fetchConfiguration(client);
  const change = {
    ...{ repository, installation, head, ref },
    base: (await fetchMergeBase(client, base, head)) ?? base,
    // What is in the queue was let in by a maintainer, who may have settled findings on the way.
    strangersChange: false,
  };
  await reviewCommits(change, configuration, attempt, deps);
}
