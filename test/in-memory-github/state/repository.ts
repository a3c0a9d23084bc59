import pLimit, { type LimitFunction } from 'p-limit';
import type { CheckRun, CheckSuite } from './check-run.ts';
import type { Alert, Analysis, SarifUpload } from './code-scanning.ts';
import type { CommitStatus } from './commit-status.ts';
import type { Issue, IssueComment, Label } from './issue.ts';
import type { QueueEntry } from './merge-queue.ts';
import type { Protection } from './merging.ts';
import type { RepositoryFacts } from './repository-facts.ts';
import type { Review, ReviewComment } from './review.ts';
import type { WorkflowRun } from './workflow-run.ts';

export type Role = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin';

export interface Repository extends RepositoryFacts {
  readonly collaborators: Map<string, Role>;
  /** Issues and pull requests, by number. */
  readonly issues: Map<number, Issue>;
  readonly comments: Map<number, IssueComment>;
  readonly labels: Map<string, Label>;
  readonly reviews: Map<number, Review>;
  readonly reviewComments: Map<number, ReviewComment>;
  readonly checkRuns: Map<number, CheckRun>;
  readonly checkSuites: Map<number, CheckSuite>;
  readonly workflowRuns: Map<number, WorkflowRun>;
  /** In the order in which they were made. */
  readonly statuses: CommitStatus[];
  /** Commits that GitHub signed. */
  readonly verified: Set<string>;
  /** By the name of the branch. */
  readonly protections: Map<string, Protection>;
  readonly mergeQueues: Map<string, QueueEntry[]>;
  allowAutoMerge: boolean;
  /** Whether the token of a workflow may open pull requests: a setting that is off at first. */
  actionsMayOpenPulls: boolean;
  /** Lets one merge at a time what waited for its checks. */
  readonly settling: LimitFunction;
  /** Branches and tags as they were when somebody last looked for pushes. */
  refs: ReadonlyMap<string, string>;
  /** Lets one look for pushes at a time. */
  readonly noticing: LimitFunction;
  readonly sarifs: Map<string, SarifUpload>;
  /** In the order of their uploads. */
  readonly analyses: Analysis[];
  /** By what makes two results one alert. */
  readonly alerts: Map<string, Alert>;
}

/** What a person may do there: everybody may read what is public. */
export function roleOf(repository: Repository, login: string): Role {
  if (repository.owner.login.toLowerCase() === login.toLowerCase()) return 'admin';
  const role = repository.collaborators.get(login.toLowerCase());
  return role ?? (repository.private ? 'none' : 'read');
}

/** A repository without anything in it. */
export function emptyRepository(facts: RepositoryFacts): Repository {
  return {
    ...facts,
    ...{ collaborators: new Map(), issues: new Map(), comments: new Map(), labels: new Map() },
    ...{ reviews: new Map(), reviewComments: new Map(), checkRuns: new Map() },
    ...{ workflowRuns: new Map(), statuses: [] },
    ...{ checkSuites: new Map(), refs: new Map(), noticing: pLimit(1) },
    ...{ protections: new Map(), mergeQueues: new Map(), allowAutoMerge: false },
    actionsMayOpenPulls: false,
    ...{ settling: pLimit(1), verified: new Set() },
    ...{ sarifs: new Map(), analyses: [], alerts: new Map() },
  };
}
