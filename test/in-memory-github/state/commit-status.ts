import type { Account } from './caller.ts';

/** What somebody says of a commit under a name; the newest of a name counts. */
export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly created: string;
}
