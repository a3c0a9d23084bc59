import type { App } from './caller.ts';

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: string;
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
}

export interface CheckRun {
  readonly id: number;
  readonly app: App;
  readonly headSha: string;
  readonly suite: number;
  readonly annotations: Annotation[];
  name: string;
  status: string;
  conclusion: string | null;
  started: string;
  completed: string | null;
  externalId: string | null;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  actions: readonly { readonly identifier: string }[];
}

/** The checks of one app on one commit. */
export interface CheckSuite {
  readonly id: number;
  readonly app: App;
  readonly headSha: string;
  /** Null when no branch of the repository is there, as for a pull request of a fork. */
  readonly headBranch: string | null;
  readonly created: string;
}
