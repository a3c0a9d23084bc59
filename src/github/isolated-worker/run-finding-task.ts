import { join } from 'node:path';
import type { FixPlan } from '../../security/fix/fix-plan.ts';
import type { ThreadMessage } from '../../security/question/draft-answer.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { fetchConfiguration } from '../api/fetch-configuration.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import type { Answer } from './answer.ts';
import { buildRequest } from './build-request.ts';
import { pullFolder } from './review-change.ts';
import { type IsolatedWorkerDeps, runOnCommit, type TaskTarget } from './run-on-commit.ts';
import { sharedMemory } from './shared-memory.ts';
import type { CommitRange } from './with-fetched-change.ts';

/** A finding of a commit of a pull request. */
export interface FindingOfCommit {
  readonly pull: number;
  readonly head: string;
  /** The commit that it goes into: what maintainers note is read there. */
  readonly base: string;
  readonly finding: ReportedCandidate;
}

type Target = Pick<CommandOf<'follow-instruction'>, 'repository' | 'installation'>;

interface FindingTaskDeps extends IsolatedWorkerDeps {
  readonly signal: AbortSignal;
}

/**
 * Has an agent of the isolated worker fix a finding.
 * @throws IncompleteError when there is no result; the signal's reason when aborted
 */
export async function planFix(
  { head, base, finding }: FindingOfCommit,
  target: Target,
  client: RepositoryClient,
  deps: FindingTaskDeps,
): Promise<FixPlan> {
  const task = await taskTarget({ head, base }, target, client);
  const build = buildRequest(task.configuration);
  const { result } = await runOnCommit(
    'fix',
    task,
    (common, { notes, exclude }) => ({ ...common, task: 'fix', finding, exclude, build, notes }),
    { signal: deps.signal },
    deps,
  );
  return result;
}

/**
 * Has a model of the isolated worker answer what was asked of a finding in its thread.
 * @throws IncompleteError when there is no result; the signal's reason when aborted
 */
export async function answerInThread(
  { pull, head, base, finding }: FindingOfCommit,
  thread: readonly ThreadMessage[],
  target: Target,
  client: RepositoryClient,
  deps: FindingTaskDeps,
): Promise<Answer> {
  const task = await taskTarget({ head, base }, target, client);
  const build = buildRequest(task.configuration);
  const stateFolder = join(pullFolder(deps.dataFolder, target.repository, pull), 'state');
  const { result } = await runOnCommit(
    'answer',
    task,
    (common, { notes, exclude }) => ({
      ...{ ...common, task: 'answer', finding, exclude, build, notes },
      // A thread may hold what strangers have written: what it settles stays with the pull request.
      ...{ stateFolder, memory: sharedMemory(target, false, deps), thread: [...thread] },
    }),
    { signal: deps.signal },
    deps,
  );
  return result;
}

async function taskTarget(
  commits: CommitRange,
  { repository, installation }: Target,
  client: RepositoryClient,
): Promise<TaskTarget> {
  const configuration = await fetchConfiguration(client);
  return { repository, installation, configuration, commits };
}
