import type { RepositoryCalls } from './repository-client.ts';
import { graphqlRefusalOf } from './retrying-calls.ts';

const READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

const ENABLE_AUTO_MERGE = `mutation ($id: ID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $id }) { pullRequest { number } }
}`;

/**
 * Makes a draft ready for review; one that is ready stays so.
 * @param client with a token that writes contents, which GitHub wants for that
 * @param node GraphQL's id of the pull request
 */
export async function markReady({ github, calls }: RepositoryCalls, node: string): Promise<void> {
  await calls.write((options) => github.graphql(READY, { ...options, id: node }));
}

/**
 * Has GitHub merge a pull request once all that its branch requires is green. GitHub refuses where the
 * repository does not allow it, and where nothing is left to wait for: then a person merges.
 * @param client with a token that writes contents, which GitHub wants for that
 * @param node GraphQL's id of the pull request
 */
export async function enableAutoMerge(
  { github, calls }: RepositoryCalls,
  node: string,
): Promise<void> {
  try {
    await calls.write((options) => github.graphql(ENABLE_AUTO_MERGE, { ...options, id: node }));
  } catch (thrown) {
    if (graphqlRefusalOf(thrown) === undefined) throw thrown;
  }
}
