import type { Account } from './caller.ts';
import type { PullRequest } from './issue.ts';
import type { Repository } from './repository.ts';

/** What may start workflows. */
export type Occasion =
  | { readonly event: 'push'; readonly branch: string; readonly sha: string }
  | { readonly event: 'pull_request'; readonly request: PullRequest };

/** GitHub Actions: runs the workflow files of repositories, one run after the other. */
export interface Actions {
  /** Returns once it is known what is to be run, and that is queued. */
  start(repository: Repository, sender: Account, occasion: Occasion): Promise<void>;
  /** Ends when nothing is queued and nothing runs. */
  idle(): Promise<void>;
  /** Ends what runs. */
  close(): Promise<void>;
}
