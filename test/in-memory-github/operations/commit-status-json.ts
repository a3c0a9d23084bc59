import type { CommitStatus } from '../state/commit-status.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import { apiUrl } from './repository-json.ts';

export function statusJson(world: World, repository: Repository, status: CommitStatus) {
  const { id, sha, state, context, description, targetUrl, creator, created } = status;
  const who = accountJson(world, creator);
  return {
    ...{ id, node_id: `SC_${id}`, state, context, description, target_url: targetUrl },
    ...{ url: `${apiUrl(world, repository)}/statuses/${sha}`, creator: who },
    ...{ avatar_url: who.avatar_url, created_at: created, updated_at: created },
  };
}

/** Of each name, the newest status of a commit. */
export function latestStatuses({ statuses }: Repository, sha: string): CommitStatus[] {
  const those = statuses.filter((one) => one.sha === sha);
  return [...new Map(those.map((one) => [one.context, one])).values()];
}

/** What statuses come to: the worst of them, and pending without any. */
export function combinedState(statuses: readonly CommitStatus[]): string {
  if (statuses.some(({ state }) => state === 'failure' || state === 'error')) return 'failure';
  const done = statuses.length > 0 && statuses.every(({ state }) => state === 'success');
  return done ? 'success' : 'pending';
}
