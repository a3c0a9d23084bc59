import type { AccessDeps } from '../../instructions/access.ts';
import { writeAccess } from '../../instructions/write-access.ts';
import { isUnavailable } from '../../publish/calls.ts';

const ENABLE = `mutation ($id: ID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $id }) { pullRequest { number } }
}`;

/**
 * Has GitHub merge a pull request once all that its branch requires is green. GitHub refuses where the
 * repository does not allow it, and where nothing is left to wait for: then a person merges.
 */
export async function enableAutoMerge(
  command: Parameters<typeof writeAccess>[0],
  node: string,
  deps: AccessDeps,
): Promise<void> {
  const access = await writeAccess(command, deps);
  if (access === undefined) return;
  const { github, calls } = access;
  try {
    await calls.write((options) => github.graphql(ENABLE, { ...options, id: node }));
  } catch (thrown) {
    deps.signal.throwIfAborted();
    if (isUnavailable(thrown) || !(thrown instanceof Error)) throw thrown;
    // GraphQL answers a refusal with status 200, and an error beside it.
    if (thrown.name !== 'GraphqlResponseError') throw thrown;
  }
}
