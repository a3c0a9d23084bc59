import type { AccessDeps } from '../../instructions/access.ts';
import { writeAccess } from '../../instructions/write-access.ts';

const READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

/**
 * Makes a draft ready for review; one that is ready stays so. REST has nothing for that, and GitHub wants
 * a token that writes contents.
 */
export async function markReady(
  command: Parameters<typeof writeAccess>[0],
  node: string,
  deps: AccessDeps,
): Promise<void> {
  const access = await writeAccess(command, deps);
  if (access === undefined) return;
  const { github, calls } = access;
  await calls.write((options) => github.graphql(READY, { ...options, id: node }));
}
