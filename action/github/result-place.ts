import type { GitHubClient } from '../../src/github/api/calls.ts';
import type { Repository } from '../../src/github/commands/command.ts';
import type { Job } from '../runner/job.ts';

/** Where a result goes on GitHub. */
export interface ResultPlace {
  readonly job: Job;
  readonly repository: Repository;
  /** With the token of the job. */
  readonly github: GitHubClient;
}
