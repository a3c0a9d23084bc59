import type { RepositoryClientDeps } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';

/**
 * Changes a pull request in a way that REST has not, with a token that writes contents, as GitHub wants
 * it; nothing where the app has none.
 * @param mutation of GraphQL, with the pull request as `$id`
 * @param node the pull request
 * @throws as `Calls`, and GraphqlResponseError where GitHub refuses
 */
export async function changePull(
  mutation: string,
  command: Parameters<typeof openWriteClient>[0],
  node: string,
  deps: RepositoryClientDeps,
): Promise<void> {
  const access = await openWriteClient(command, deps);
  if (access === undefined) return;
  const { github, calls } = access;
  await calls.write((options) => github.graphql(mutation, { ...options, id: node }));
}
