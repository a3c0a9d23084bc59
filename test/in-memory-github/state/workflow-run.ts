import type { Account } from './caller.ts';
import type { RepositoryFacts } from './repository-facts.ts';

/** A run of a workflow of GitHub Actions. Its jobs are check runs of the same ids. */
export interface WorkflowRun {
  readonly id: number;
  readonly number: number;
  readonly workflow: { readonly id: number; readonly name: string; readonly path: string };
  readonly event: 'push' | 'pull_request' | 'merge_group';
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepository: RepositoryFacts;
  readonly actor: Account;
  readonly suite: number;
  readonly created: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  readonly jobs: WorkflowJob[];
}

export interface WorkflowJob {
  readonly checkRun: number;
  log: string;
  steps: readonly WorkflowStep[];
}

export interface WorkflowStep {
  readonly name: string;
  readonly conclusion: Conclusion;
}

/** How a step, a job and a run end. */
export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped';
