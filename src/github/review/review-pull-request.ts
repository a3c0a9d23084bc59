import { UsageError } from '../../errors.ts';
import { fetchConfiguration } from '../api/fetch-configuration.ts';
import { fetchPullFacts } from '../api/pull-facts.ts';
import type { CommandOf } from '../commands/command.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isDue } from './is-due.ts';
import { type Attempt, type ReviewDeps, refuseReview, reviewCommits } from './review-commits.ts';

/** Who gives one of these wants a review, whether there was one or not. */
const AGAIN: ReadonlySet<CommandOf<'review-pull-request'>['reason']> = new Set([
  ...(['asked', 'rerun', 'labeled', 'retargeted'] as const),
]);

/**
 * Reviews a pull request as it is now, which may be newer than what the command says, and says the
 * result on GitHub. Does nothing where nobody is to hear of it: closed, a draft, switched off.
 */
export async function reviewPullRequest(
  command: CommandOf<'review-pull-request'>,
  attempt: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const { repository, installation, pull: number } = command;
  const github = await deps.access.client(installation, repository, {
    ...{ contents: 'read', metadata: 'read', pull_requests: 'read' },
  });
  const pull = await fetchPullFacts(github, repository, number);
  const change = {
    ...{ repository, installation, head: pull.head, base: pull.base, pull: number },
    ...{ ref: `refs/pull/${number}/head`, strangersChange: pull.fork },
  };
  let configuration: Configuration;
  try {
    configuration = await fetchConfiguration(github, repository);
  } catch (thrown) {
    if (!(thrown instanceof UsageError) || !pull.open) throw thrown;
    return await refuseReview(change, thrown, attempt, deps);
  }
  if (isDue(command, pull, configuration)) {
    const again = AGAIN.has(command.reason);
    await reviewCommits({ ...change, again }, configuration, attempt, deps);
  }
}
