import type { Clock } from '../../model/clock.ts';
import type { Repository } from '../commands/command.ts';
import {
  type AppIdentity,
  type RepositoryClient,
  repositoryClientOf,
} from './repository-client.ts';
import type { GitHubClient } from './retrying-calls.ts';

/** What a review was made of. */
export interface ReviewTarget {
  readonly repository: Repository;
  /** The commit that was examined. */
  readonly head: string;
  /** Missing for a merge group or a branch, where there is no place for comments. */
  readonly pull?: number | undefined;
  /** For code scanning, in full: `refs/pull/7/head`, or that of a branch. */
  readonly ref: string;
}

export interface PublisherDeps {
  /** With a token for this one repository: `checks`, `pull_requests`, `security_events`: write. */
  readonly github: GitHubClient;
  /**
   * Makes a client that may write contents, too, which GitHub wants of an app that resolves threads.
   * It is asked for when there is one to resolve; without it, `github` is used.
   */
  readonly openWriteGitHub?: (() => Promise<GitHubClient>) | undefined;
  readonly identity: AppIdentity;
  /** See `markerKey`. */
  readonly markerKey: Uint8Array;
  /** Ends the publication before its next write. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** What the steps of a publication share: the repository, and what of it is written about. */
export interface Publication extends RepositoryClient, Omit<PublisherDeps, 'github'> {
  readonly target: ReviewTarget;
}

/** Nothing is asked of GitHub yet. */
export function publicationOf(target: ReviewTarget, deps: PublisherDeps): Publication {
  const { openWriteGitHub, clock, signal } = deps;
  const client = repositoryClientOf(deps.github, target.repository, deps);
  return { ...client, target, openWriteGitHub, clock, signal };
}
