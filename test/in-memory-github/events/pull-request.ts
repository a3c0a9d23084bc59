import { pullJson } from '../operations/pull-json.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

/** What starts workflows, when they do not say otherwise. */
const STARTS = ['opened', 'synchronize', 'reopened'];

/** @param extra what the payload of this action has beside the pull request */
export async function emitPull(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
  action: string,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await emit(world, { name: 'pull_request', action, repository, sender }, async () => ({
    ...{ number: request.number, pull_request: await pullJson(world, repository, request) },
    ...extra,
  }));
  if (!STARTS.includes(action)) return;
  await world.actions.start(repository, sender, { event: 'pull_request', request });
}

/** @param from the branch that it was to go into, and its tip */
export async function emitBaseChange(
  world: World,
  repository: Repository,
  sender: Account,
  request: PullRequest,
  from: { readonly ref: string; readonly sha: string },
): Promise<void> {
  const changes = { base: { ref: { from: from.ref }, sha: { from: from.sha } } };
  await emitPull(world, repository, sender, request, 'edited', { changes });
}
