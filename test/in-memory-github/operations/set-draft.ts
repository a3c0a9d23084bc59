import { emitPull } from '../events/pull-request.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';

/** Makes a pull request a draft, or ready for review. */
export async function setDraft(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
  draft: boolean,
): Promise<void> {
  if (request.pull.draft === draft) return;
  request.pull.draft = draft;
  request.updated = timestamp(world);
  const action = draft ? 'converted_to_draft' : 'ready_for_review';
  await emitPull(world, repository, sender, request, action);
}
