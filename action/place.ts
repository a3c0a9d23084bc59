import type { Repository } from '../src/github/command.ts';
import type { GitHubClient } from '../src/github/publish/calls.ts';
import type { Job } from './job.ts';

/** Where a result goes on GitHub. */
export interface Place {
  readonly job: Job;
  readonly repository: Repository;
  /** With the token of the job. */
  readonly github: GitHubClient;
}
