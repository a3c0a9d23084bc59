import { changePull } from './change-pull.ts';

const READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

type Change = Parameters<typeof changePull>;

/** Makes a draft ready for review; one that is ready stays so. */
export async function markReady(command: Change[1], node: string, deps: Change[3]): Promise<void> {
  await changePull(READY, command, node, deps);
}
