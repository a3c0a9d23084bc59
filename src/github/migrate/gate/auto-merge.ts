import { isUnavailable } from '../../api/calls.ts';
import { changePull } from './change-pull.ts';

const ENABLE = `mutation ($id: ID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $id }) { pullRequest { number } }
}`;

type Change = Parameters<typeof changePull>;

/**
 * Has GitHub merge a pull request once all that its branch requires is green. GitHub refuses where the
 * repository does not allow it, and where nothing is left to wait for: then a person merges.
 */
export async function enableAutoMerge(
  command: Change[1],
  node: string,
  deps: Change[3],
): Promise<void> {
  try {
    await changePull(ENABLE, command, node, deps);
  } catch (thrown) {
    deps.signal.throwIfAborted();
    if (isUnavailable(thrown) || !(thrown instanceof Error)) throw thrown;
    // GraphQL answers a refusal with status 200, and an error beside it.
    if (thrown.name !== 'GraphqlResponseError') throw thrown;
  }
}
