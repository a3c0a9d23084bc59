import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { branchOf, isAlone } from '../../commands/migration-branch.ts';
import type { MigrationPlan, ReadyPlan } from '../../isolated-worker/migration-plan.ts';
import { type MigrationTarget, planMigration } from '../../isolated-worker/run-migration-task.ts';
import type { Survey, SurveyedFunction } from '../../isolated-worker/survey.ts';
import { ensureFunctionPull } from '../pulls/ensure-function-pull.ts';
import { fetchPullFrom, hasOthersCommits } from '../pulls/fetch-pulls.ts';
import { publishFiles } from '../pulls/publish-files.ts';
import { parsePullState } from '../pulls/pull-state.ts';
import { pullText } from '../pulls/pull-text.ts';
import { planRefusal } from '../pulls/refused-file.ts';
import type { MigrationDeps } from './migration-deps.ts';

/** A step that is to be proposed, and on top of what. */
export interface StepToPropose {
  readonly access: RepositoryClient;
  readonly place: MigrationTarget;
  readonly survey: Survey;
  readonly step: readonly SurveyedFunction[];
  /** The branch that the pull request goes into, and its commit. */
  readonly base: BaseBranch;
  /** Of the migration, that are open now. */
  readonly open: readonly PullRequest[];
  /** How many may be. */
  readonly maxOpen: number;
  readonly reason: CommandOf<'migrate-function'>['reason'];
}

export interface BaseBranch {
  readonly branch: string;
  readonly head: string;
}

export type ProposalOutcome =
  | {
      readonly kind: 'open';
      readonly pull: number;
      readonly base: BaseBranch;
      readonly isNew: boolean;
    }
  /** A person has written to the branch. */
  | {
      readonly kind: 'others';
      readonly branch: string;
      readonly pull: PullRequest | undefined;
    }
  | { readonly kind: 'closed'; readonly pull: number }
  | { readonly kind: 'too many'; readonly open: number }
  | { readonly kind: 'not done'; readonly reason: string };

/**
 * Sees that there is a pull request that migrates a step: one that is open is left as it is, unless
 * its base has moved. What is paid for is kept until it is published.
 * @throws IncompleteError when the isolated worker or GitHub gives no answer
 */
export async function proposeStep(
  work: StepToPropose,
  deps: MigrationDeps,
): Promise<ProposalOutcome> {
  const { access, place, survey, step, base, open, maxOpen, reason } = work;
  const [first] = step;
  if (first === undefined) return { kind: 'not done', reason: 'there is no function' };
  const branch = branchOf(first, isAlone(survey, first));
  const before = await fetchPullFrom(access, branch);
  const isOpen = before?.state === 'open';
  if (isOpen && reason !== 'base-moved' && reason !== 'retried') {
    const { head, number: pull } = before;
    return { kind: 'open', pull, base: { branch, head }, isNew: false };
  }
  if (before?.state === 'closed' && reason !== 'retried') {
    return { kind: 'closed', pull: before.number };
  }
  if (reason === 'base-moved' && !isOpen) {
    return { kind: 'not done', reason: 'its pull request is not open any more' };
  }
  const functions = open.filter((one) => one.branch !== branch && one.branch.includes('/migrate/'));
  if (!isOpen && functions.length >= maxOpen) return { kind: 'too many', open: functions.length };

  const { id } = place.repository;
  const seal = { key: access.markerKey, repository: id, author: access.identity.bot };
  if (isOpen && reason === 'base-moved' && parsePullState(before, seal)?.base === base.head) {
    const { head, number: pull } = before;
    return { kind: 'open', pull, base: { branch, head }, isNew: false };
  }
  // Before anything is paid for.
  if (isOpen && (await hasOthersCommits(access, base.head, before.head))) {
    return { kind: 'others', branch, pull: before };
  }
  const only = step.map((one) => one.id);
  const kept = deps.plans.get(id, branch, base.head);
  const earlier = isOpen && reason === 'base-moved' ? before.head : undefined;
  const plan = kept ?? (await replanStep(work, only, earlier, deps));
  if (plan.kind !== 'ready') {
    const why = plan.kind === 'set-up' ? 'the crate is not laid out there' : plan.reason;
    return { kind: 'not done', reason: why };
  }
  const problem = planProblem(plan, work);
  if (problem !== undefined) return { kind: 'not done', reason: `It was refused: ${problem}.` };
  deps.plans.put(id, branch, base.head, plan);
  const writer = await openWriteClient(place, deps);
  if (writer === undefined) {
    const why =
      'the App may not write contents in this repository: the account that installed it can allow it';
    return { kind: 'not done', reason: why };
  }
  const { message } = pullText(plan);
  const published = await publishFiles(writer, {
    ...{ branch, base: base.head, files: plan.files, message },
  });
  if (published.kind === 'others') return { kind: 'others', branch, pull: before };
  if (published.kind === 'refused') {
    return { kind: 'not done', reason: `It was refused: ${published.problem}.` };
  }
  const { head } = published;
  const { owner, name } = place.repository;
  const pull = await ensureFunctionPull(writer, plan, {
    ...{ branch, head, into: base.branch },
    repositoryUrl: `${deps.serverUrl}/${owner}/${name}`,
    after: open.find((one) => one.branch === base.branch)?.number,
  });
  deps.plans.remove(id, branch);
  return { kind: 'open', pull, base: { branch, head }, isNew: !isOpen };
}

/** What is there on the branch is taken once more where it still holds; else a model is asked. */
async function replanStep(
  { place, base }: StepToPropose,
  only: readonly string[],
  earlier: string | undefined,
  deps: MigrationDeps,
): Promise<MigrationPlan> {
  if (earlier !== undefined) {
    const plan = await planMigration(place, base.head, only, deps.signal, deps, earlier);
    if (plan.kind === 'ready') return plan;
  }
  return await planMigration(place, base.head, only, deps.signal, deps);
}

/** The plan comes from a process that read untrusted text. */
function planProblem(plan: ReadyPlan, { place, step, base }: StepToPropose): string | undefined {
  if (plan.base !== base.head) return 'it is for another commit';
  const isWanted = plan.functions.every(({ name, file }) =>
    step.some((one) => one.name === name && one.file === file),
  );
  if (!isWanted) return 'it is of another function';
  return planRefusal(plan, place.configuration.migration);
}
