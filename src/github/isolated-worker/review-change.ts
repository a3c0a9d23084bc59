import { join } from 'node:path';
import type { InstallationClients } from '../api/installation-clients.ts';
import type { Repository } from '../commands/command.ts';
import { lowestBudgets } from '../configuration/budgets.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { excludedFiles } from '../configuration/excluded-files.ts';
import {
  type IsolatedWorkerOptions,
  type ReviewedChange,
  reviewInIsolatedWorker,
} from './run-isolated-worker.ts';
import { type CommitRange, withFetchedChange } from './with-fetched-change.ts';

/** What it takes to have a change read. */
export interface IsolatedWorkerDeps {
  readonly access: InstallationClients;
  /** Where work and what reviews keep are: a folder of the app's own. */
  readonly dataFolder: string;
  /** Of GitHub's pages and repositories: `https://github.com`. */
  readonly serverUrl: string;
  /** All of a reader's environment, see `isolatedWorkerEnvironment`. */
  readonly workerEnv: Readonly<Record<string, string>>;
  /** What a review may use at most; a repository's configuration can lower it. */
  readonly budgets: Configuration['budgets'] & { readonly max_minutes: number };
  /** Another reader, for tests. */
  readonly workerCommand?: IsolatedWorkerOptions['command'];
}

/** A change, and how far it is trusted. */
export interface ChangeToFetch extends CommitRange {
  readonly repository: Repository;
  readonly installation: number;
  /** Reviews of one pull request keep what they learn, and the last report. */
  readonly pull?: number | undefined;
  /** Whether it comes from outside of the repository. */
  readonly strangersChange: boolean;
}

/**
 * Fetches a change with a token that can only read, and has it read by a process that has none.
 * @throws IncompleteError when it cannot be had, or reading it came to nothing
 */
export async function reviewChange(
  change: ChangeToFetch,
  configuration: Configuration,
  { signal, onProgress }: Pick<IsolatedWorkerOptions, 'signal' | 'onProgress'>,
  deps: IsolatedWorkerDeps,
): Promise<ReviewedChange> {
  const { repository, installation, pull, strangersChange, head, base } = change;
  const { review, budgets } = configuration;
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const url = `${deps.serverUrl}/${repository.owner}/${repository.name}.git`;
  const own = repositoryFolder(deps.dataFolder, repository);
  const { max_minutes = deps.budgets.max_minutes, ...caps } = lowestBudgets(deps.budgets, budgets);
  return await withFetchedChange(
    join(deps.dataFolder, 'work'),
    { url, token },
    { head, base },
    async ({ root, scratch, leftOut, suppressions, problems }) => {
      const kept = pull === undefined ? scratch : pullFolder(deps.dataFolder, repository, pull);
      const request = {
        ...{ root, base, leftOut: [...leftOut], suppressions: [...suppressions] },
        outputFolder: join(kept, 'report'),
        stateFolder: join(kept, 'state'),
        // What is in it is found by its content, so that no change can pass for another.
        cacheFolder: join(own, 'cache'),
        exclude: [...excludedFiles(review.exclude, review.languages)],
        ...{ minConfidence: review.min_confidence, failOn: review.fail_on, strangersChange },
        maxMinutes: max_minutes,
        maxCost: caps.max_cost,
        maxTokens: caps.max_tokens,
      };
      const { workerEnv: env, workerCommand: command } = deps;
      const read = await reviewInIsolatedWorker(request, {
        ...{ env, signal, onProgress },
        ...(command === undefined ? {} : { command }),
      });
      return { ...read, warnings: [...problems, ...read.warnings] };
    },
  );
}

function repositoryFolder(dataFolder: string, { id }: Repository): string {
  return join(dataFolder, 'repositories', String(id));
}

/** What is kept of a pull request while it is open: what agents learnt, the last report. */
export function pullFolder(dataFolder: string, repository: Repository, pull: number): string {
  return join(repositoryFolder(dataFolder, repository), 'pulls', String(pull));
}
