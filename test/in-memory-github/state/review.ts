import type { Account } from './caller.ts';
import type { Reaction } from './issue.ts';

export type ReviewState = 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';

export interface Review {
  readonly id: number;
  readonly pull: number;
  readonly author: Account;
  readonly commit: string;
  body: string;
  state: ReviewState;
  submitted: string | null;
  /** Why it is folded away, when it is. */
  minimized: string | undefined;
}

/** Where a comment stands in the diff of a pull request. */
export interface Place {
  readonly path: string;
  /** Undefined for a comment on the whole file. */
  readonly line: number | undefined;
  readonly side: 'LEFT' | 'RIGHT';
  readonly startLine: number | undefined;
  readonly startSide: 'LEFT' | 'RIGHT' | undefined;
  /** Lines below the first hunk's head. */
  readonly position: number;
  readonly hunk: string;
}

/** One comment; the first of a thread holds who resolved the thread. */
export interface ReviewComment {
  readonly id: number;
  readonly pull: number;
  readonly review: number;
  readonly author: Account;
  /** The head of the pull request that its place was given for. */
  readonly commit: string;
  readonly place: Place;
  readonly replyTo: number | undefined;
  readonly created: string;
  readonly reactions: Reaction[];
  body: string;
  updated: string;
  resolvedBy: Account | undefined;
  /** Why it is folded away, when it is. */
  minimized: string | undefined;
}
