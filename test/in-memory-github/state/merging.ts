import type { Account } from './caller.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** What a branch asks of what comes into it. */
export interface Protection {
  /** Names of check runs that have to pass. */
  readonly checks: readonly string[];
  /** Whether pull requests come in through the merge queue alone. */
  readonly mergeQueue: boolean;
}

/** A pull request is merged as soon as it can be. */
export interface AutoMerge {
  readonly by: Account;
  readonly method: MergeMethod;
  readonly title: string;
  readonly message: string;
  readonly at: string;
}

/** How a pull request was merged. */
export interface Merged {
  readonly at: string;
  readonly by: Account;
  readonly commit: string;
  /** The tip of the base branch before. */
  readonly base: string;
}
