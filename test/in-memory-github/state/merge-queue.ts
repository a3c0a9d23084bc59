import type { Account } from './caller.ts';
import type { PullRequest } from './issue.ts';

/** A pull request in a merge queue, and the commit that would be the branch with it. */
export interface QueueEntry {
  readonly request: PullRequest;
  readonly by: Account;
  /** The head of the pull request when it came in. */
  readonly pullHead: string;
  readonly ref: string;
  readonly baseSha: string;
  readonly headSha: string;
}
