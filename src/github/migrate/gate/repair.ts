import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClientDeps } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { IsolatedWorkerDeps } from '../../isolated-worker/run-on-commit.ts';

/** A failure of CI on the head of a pull request. */
export interface CiFailure {
  readonly command: CommandOf<'judge-migration'>;
  readonly pull: PullRequest;
  /** Which repair this is, from 1. */
  readonly round: number;
  readonly configuration: Configuration;
  /** What CI says: text of strangers. */
  readonly log: string;
}

/** What became of an attempt to repair it. */
export type RepairOutcome =
  /** The branch is at a new commit of ours. */
  | { readonly kind: 'pushed'; readonly head: string }
  /** The branch has another commit by now. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'none'; readonly reason: string };

/** What reading a repository and writing to it takes. */
export interface RepairDeps extends RepositoryClientDeps, IsolatedWorkerDeps {}

export type RepairHead = (failure: CiFailure, deps: RepairDeps) => Promise<RepairOutcome>;
