import type { AccessDeps } from '../../instructions/access.ts';
import { writeAccess } from '../../instructions/write-access.ts';

/**
 * Changes a pull request in a way that REST has not, with a token that writes contents, as GitHub wants
 * it; nothing where the app has none.
 * @param mutation of GraphQL, with the pull request as `$id`
 * @param node the pull request
 * @throws as `Calls`, and GraphqlResponseError where GitHub refuses
 */
export async function changePull(
  mutation: string,
  command: Parameters<typeof writeAccess>[0],
  node: string,
  deps: AccessDeps,
): Promise<void> {
  const access = await writeAccess(command, deps);
  if (access === undefined) return;
  const { github, calls } = access;
  await calls.write((options) => github.graphql(mutation, { ...options, id: node }));
}
