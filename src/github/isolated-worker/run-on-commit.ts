import { join } from 'node:path';
import type { InstallationClients } from '../api/installation-clients.ts';
import type { Repository } from '../commands/command.ts';
import { lowestBudgets } from '../configuration/budgets.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { WorkerRequestFor, WorkerTask } from './protocol.ts';
import {
  type IsolatedWorkerOptions,
  runInIsolatedWorker,
  type WorkerOutcome,
} from './run-isolated-worker.ts';
import { type CommitRange, type FetchedChange, withFetchedChange } from './with-fetched-change.ts';
import type { WorkerWatch } from './worker-watch.ts';

/** What it takes to have the isolated worker do a task on a commit of GitHub. */
export interface IsolatedWorkerDeps {
  readonly access: InstallationClients;
  /** Where work and what reviews keep are: a folder of the app's own. */
  readonly dataFolder: string;
  /** Of GitHub's pages and repositories: `https://github.com`. */
  readonly serverUrl: string;
  /** All of the isolated worker's environment, see `isolatedWorkerEnvironment`. */
  readonly workerEnv: Readonly<Record<string, string>>;
  /** What a task may use at most; a repository's configuration can lower it. */
  readonly budgets: Configuration['budgets'] & { readonly max_minutes: number };
  readonly watch?: WorkerWatch | undefined;
  /** Another isolated worker, for tests. */
  readonly workerCommand?: IsolatedWorkerOptions['command'];
}

/** Where a task is done: commits of a repository, with the configuration that counts there. */
export interface TaskTarget {
  readonly repository: Repository;
  readonly installation: number;
  readonly configuration: Configuration;
  readonly commits: CommitRange;
}

/** What a request says of every task. */
type CommonRequest = Pick<
  WorkerRequestFor<'survey'>,
  'root' | 'outputFolder' | 'cacheFolder' | 'maxMinutes' | 'maxCost' | 'maxTokens'
>;

/** No task takes longer, whatever the budgets say. */
const MAX_MINUTES: Readonly<Record<WorkerTask, number>> = {
  review: Number.POSITIVE_INFINITY,
  ...{ fix: 30, answer: 30 },
  ...{ survey: 45, migrate: 90, link: 45, repair: 60 },
};

/**
 * Fetches commits with a token that can only read, and has the isolated worker, which has none, do a task
 * there.
 * @param requestFor completes the request, once the commits are on disk
 * @throws IncompleteError when they cannot be had, or there is no result; the signal's reason when aborted
 */
export async function runOnCommit<Task extends WorkerTask>(
  task: Task,
  { repository, installation, configuration, commits }: TaskTarget,
  requestFor: (common: CommonRequest, change: FetchedChange) => WorkerRequestFor<Task>,
  { signal, onProgress }: Pick<IsolatedWorkerOptions, 'signal' | 'onProgress'>,
  deps: IsolatedWorkerDeps,
): Promise<WorkerOutcome<Task>> {
  const { dataFolder, serverUrl, workerEnv: env, workerCommand: command, watch } = deps;
  const budgets = lowestBudgets(deps.budgets, configuration.budgets);
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const url = `${serverUrl}/${repository.owner}/${repository.name}.git`;
  return await withFetchedChange(
    join(dataFolder, 'work'),
    { url, token },
    commits,
    configuration,
    async (change) => {
      const common = {
        root: change.root,
        outputFolder: change.scratch,
        // What is in it is found by its content, so that no change can pass for another.
        cacheFolder: join(repositoryFolder(dataFolder, repository), 'cache'),
        maxMinutes: Math.min(MAX_MINUTES[task], budgets.max_minutes ?? deps.budgets.max_minutes),
        ...{ maxCost: budgets.max_cost, maxTokens: budgets.max_tokens },
      };
      const request = requestFor(common, change);
      return await runInIsolatedWorker(request, { env, signal, onProgress, watch, command });
    },
  );
}

/** What is kept of a repository. */
export function repositoryFolder(dataFolder: string, { id }: Repository): string {
  return join(dataFolder, 'repositories', String(id));
}
