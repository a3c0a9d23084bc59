import type { Clock } from '../../model/clock.ts';
import type { Repository } from '../commands/command.ts';
import type { Seal } from '../text/marker.ts';
import type { Calls, GitHubClient } from './calls.ts';

/** What a review was made of. */
export interface ReviewTarget {
  readonly repository: Repository;
  /** The commit that was examined. */
  readonly head: string;
  /** Missing for a merge group or a branch, where there is nobody to comment to. */
  readonly pull?: number | undefined;
  /** For code scanning, in full: `refs/pull/7/head`, or that of a branch. */
  readonly ref: string;
}

/** Who the app is on GitHub. */
export interface AppIdentity {
  /** Of the app; check runs name it. */
  readonly app: number;
  /** The user id of the app's bot, which signs comments. */
  readonly bot: number;
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

/** What the steps of a publication share. */
export interface Publication extends PublisherDeps {
  readonly calls: Calls;
  readonly target: ReviewTarget;
}

/** `owner` and `repo`, as Octokit wants them. */
export function ownerRepoOf({ repository }: ReviewTarget): { owner: string; repo: string } {
  return { owner: repository.owner, repo: repository.name };
}

/** What markers in the pull request are bound to. */
export function sealOf({ target, identity, markerKey }: Publication, pull: number): Seal {
  return {
    key: markerKey,
    repository: target.repository.id,
    number: pull,
    author: identity.bot,
  };
}
