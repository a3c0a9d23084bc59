import { z } from 'zod';
import { type Command, shaSchema } from '../commands/command.ts';
import { parseBranch } from '../commands/migration-branch.ts';
import { GATE } from '../migrate/checks/gate-check.ts';
import { LINK } from '../migrate/checks/link-check.ts';
import { isCheckOf } from '../migrate/checks/own-check.ts';
import { checkAppSchema, repositoryAddressOf, repositoryEventSchema } from './payload.ts';

// What others say of a commit, and what is pushed, has the gate of a migration look at it again. Which
// commit is the head by then it asks GitHub: it judges that one, however late an event is.

type RepositoryEvent = z.infer<typeof repositoryEventSchema>;

const branchSchema = z.string().max(300).nullable();

const suiteSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_suite: z.object({ head_branch: branchSchema, app: checkAppSchema }),
});

/** Another app is done with a commit. */
export function gateSuiteCommands(payload: unknown, app: number): Command[] {
  const { action, check_suite: suite, ...place } = suiteSchema.parse(payload);
  if (action !== 'completed' || suite.app?.id === app) return [];
  return judgeCommands(place, suite.head_branch, false);
}

const runSchema = repositoryEventSchema.extend({
  action: z.string(),
  check_run: z.object({
    external_id: z.string().nullish(),
    conclusion: z.string().nullish(),
    app: checkAppSchema,
    check_suite: z.object({ head_branch: branchSchema.optional() }).nullish(),
  }),
});

/**
 * A person wants our gate to look again, or a check has ended that it goes by. What the gate itself has come
 * to moves the dashboard.
 */
export function gateRunCommands(payload: unknown, app: number): Command[] {
  const { action, check_run: run, ...place } = runSchema.parse(payload);
  const isOwn = run.app?.id === app;
  const isGate = isOwn && isCheckOf(GATE, run.external_id);
  const branch = run.check_suite?.head_branch ?? null;
  const isJudged = run.conclusion === 'success' || run.conclusion === 'failure';
  if (isGate && action === 'completed' && isJudged && isMigration(branch)) {
    return [{ kind: 'update-dashboard', ...repositoryAddressOf(place) }];
  }
  const isAsked = isGate && action === 'rerequested';
  const isEnded = (!isOwn || isCheckOf(LINK, run.external_id)) && action === 'completed';
  if (!isAsked && !isEnded) return [];
  return judgeCommands(place, branch, isAsked);
}

const workflowSchema = repositoryEventSchema.extend({
  action: z.string(),
  workflow_run: z.object({
    head_branch: branchSchema,
    head_repository: z.object({ id: z.int() }).nullish(),
  }),
});

/** A workflow has begun, or ended. A branch of a fork is none of ours, whatever it is called. */
export function gateWorkflowCommands(payload: unknown): Command[] {
  const { workflow_run: run, action, ...place } = workflowSchema.parse(payload);
  if (action === 'in_progress' || run.head_repository?.id !== place.repository.id) return [];
  return judgeCommands(place, run.head_branch, false);
}

const statusSchema = repositoryEventSchema.extend({
  state: z.string(),
  branches: z.array(z.object({ name: z.string().max(300) })).max(100),
});

/** A status of a commit has changed, which may be that of several branches. */
export function gateStatusCommands(payload: unknown): Command[] {
  const { state, branches, ...place } = statusSchema.parse(payload);
  if (state === 'pending') return [];
  return branches.flatMap(({ name }) => judgeCommands(place, name, false));
}

const pullSchema = repositoryEventSchema.extend({
  action: z.string(),
  pull_request: z.object({
    number: z.int().positive(),
    head: z.object({
      ref: z.string().max(300),
      sha: shaSchema,
      repo: z.object({ id: z.int() }).nullable(),
    }),
    base: z.object({ ref: z.string().max(300) }),
  }),
});

const PUSHES: readonly string[] = ['opened', 'reopened', 'synchronize'];

/** A pull request has a new head. One that is no migration may need a word of the gate as well. */
export function gatePullCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, ...place } = pullSchema.parse(payload);
  if (!PUSHES.includes(action)) return [];
  const { ref, repo, sha } = pull.head;
  if (repo?.id === place.repository.id && parseBranch(ref) !== undefined) {
    return judgeCommands(place, ref, false);
  }
  const command = { kind: 'exempt-from-gate' as const, ...repositoryAddressOf(place), head: sha };
  return [{ ...command, into: pull.base.ref, pull: pull.number }];
}

const groupSchema = repositoryEventSchema.extend({
  action: z.string(),
  merge_group: z.object({ head_sha: shaSchema, base_ref: z.string().max(300) }),
});

/** What a merge queue is about to merge was judged before it was queued. */
export function gateGroupCommands(payload: unknown): Command[] {
  const { action, merge_group: group, ...place } = groupSchema.parse(payload);
  if (action !== 'checks_requested') return [];
  const { head_sha: head, base_ref } = group;
  const into = base_ref.replace(/^refs\/heads\//, '');
  return [{ kind: 'exempt-from-gate', ...repositoryAddressOf(place), head, into }];
}

function judgeCommands(place: RepositoryEvent, branch: string | null, isAsked: boolean): Command[] {
  if (!isMigration(branch)) return [];
  return [{ kind: 'judge-migration', ...repositoryAddressOf(place), branch, isAsked }];
}

function isMigration(branch: string | null): branch is string {
  return branch !== null && parseBranch(branch) !== undefined;
}
