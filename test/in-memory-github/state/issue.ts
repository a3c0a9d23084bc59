import type { Account, App } from './caller.ts';
import type { AutoMerge, Merged } from './merging.ts';
import type { RepositoryFacts } from './repository-facts.ts';

/** An issue, or a pull request: GitHub numbers both in one row. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly author: Account;
  readonly created: string;
  readonly labels: Set<string>;
  readonly reactions: Reaction[];
  /** What makes it a pull request. */
  readonly pull: Pull | undefined;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  updated: string;
  closed: string | null;
}

export interface Pull {
  readonly head: { readonly repository: RepositoryFacts; readonly branch: string };
  base: string;
  /** The tip of a base branch that is gone. */
  lastBase: string | undefined;
  draft: boolean;
  merged: Merged | undefined;
  autoMerge: AutoMerge | undefined;
}

export type PullRequest = Issue & { readonly pull: Pull };

export interface IssueComment {
  readonly id: number;
  readonly issue: number;
  readonly author: Account;
  readonly created: string;
  readonly reactions: Reaction[];
  /** The app that wrote it. */
  readonly app: App | undefined;
  body: string;
  updated: string;
  /** Why it is folded away, when it is. */
  minimized: string | undefined;
}

export interface Reaction {
  readonly id: number;
  readonly author: Account;
  readonly content: string;
  readonly created: string;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}
