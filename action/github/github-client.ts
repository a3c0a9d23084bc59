import { createHash } from 'node:crypto';
import type { GitHubClient } from '../../src/github/api/retrying-calls.ts';
import { tokenClient } from '../../src/github/api/token-account.ts';
import type { Repository } from '../../src/github/commands/command.ts';
import type { Job } from '../runner/job.ts';

/** Where a result goes on GitHub. */
export interface ResultPlace {
  readonly job: Job;
  readonly repository: Repository;
  /** With the token of the job. */
  readonly github: GitHubClient;
}

/** GitHub, with the token of the job. */
export function githubClient(token: string, apiUrl: string): GitHubClient {
  return tokenClient(token, apiUrl, 'rustward-action');
}

/**
 * A job has no secret of its own that stays from run to run, so this key is public: its marks tell our
 * texts from others of the same account. Another workflow with a token of that account could imitate
 * them; it could as well change or delete the texts themselves.
 */
export function publicMarkerKey({ id }: Repository): Uint8Array {
  return createHash('sha256').update(`rustward action\0${id}`).digest();
}
