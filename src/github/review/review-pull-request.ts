import { UsageError } from '../../errors.ts';
import { fetchMergeBase } from '../api/commits.ts';
import { fetchConfiguration } from '../api/fetch-configuration.ts';
import { fetchPull, type PullRequest } from '../api/pulls.ts';
import { openRepositoryClient } from '../api/repository-client.ts';
import { type CommandOf, PAUSE_LABEL, REVIEW_LABEL } from '../commands/command.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type Attempt, type ReviewDeps, refuseReview, reviewCommits } from './review-commits.ts';

/** Who gives one of these wants a review, whether there was one or not. */
const AGAIN: ReadonlySet<CommandOf<'review-pull-request'>['reason']> = new Set([
  ...(['asked', 'rerun', 'labeled', 'retargeted'] as const),
]);

const PERMISSIONS = { contents: 'read', metadata: 'read', pull_requests: 'read' } as const;

/**
 * Reviews a pull request as it is now, which may be newer than what the command says, and says the
 * result on GitHub. Does nothing where no review is wanted: closed, a draft, switched off.
 */
export async function reviewPullRequest(
  command: CommandOf<'review-pull-request'>,
  attempt: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const { repository, installation, pull: number } = command;
  const client = await openRepositoryClient(command, PERMISSIONS, { ...deps, ...attempt });
  const pull = await fetchPull(client, number);
  const base = (await fetchMergeBase(client, pull.base, pull.head)) ?? pull.base;
  const change = {
    ...{ repository, installation, head: pull.head, base, pull: number },
    ...{ ref: `refs/pull/${number}/head`, strangersChange: !pull.isOwnBranch },
    mergeCommit: pull.mergeCommit,
  };
  let configuration: Configuration;
  try {
    configuration = await fetchConfiguration(client);
  } catch (thrown) {
    if (!(thrown instanceof UsageError) || pull.state !== 'open') throw thrown;
    return await refuseReview(change, thrown, attempt, deps);
  }
  if (isDue(command, pull, configuration)) {
    const again = AGAIN.has(command.reason);
    await reviewCommits({ ...change, again }, configuration, attempt, deps);
  }
}

/**
 * Whether a pull request is to be reviewed now. Who asks for it by a comment or a button gets it;
 * otherwise drafts wait until they are ready, or have the label that asks for it, and nothing is reviewed while it is
 * paused.
 */
function isDue(
  { reason }: CommandOf<'review-pull-request'>,
  { state, isDraft, labels }: PullRequest,
  { review }: Configuration,
): boolean {
  if (state !== 'open') return false;
  if (reason === 'asked' || reason === 'rerun') return true;
  if (labels.includes(PAUSE_LABEL)) return false;
  const isLabeled = labels.includes(REVIEW_LABEL);
  if (reason === 'labeled') return isLabeled;
  return review.enabled ? !isDraft || review.drafts || isLabeled : isLabeled;
}
