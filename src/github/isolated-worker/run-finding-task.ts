import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { IncompleteError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { ThreadMessage } from '../../security/question/draft-answer.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { fetchConfiguration } from '../api/fetch-configuration.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { lowestBudgets } from '../configuration/budgets.ts';
import { excludedFiles } from '../configuration/excluded-files.ts';
import { type FindingTaskRequest, RESULT_FILE } from './finding-task.ts';
import { type IsolatedWorkerDeps, pullFolder } from './review-change.ts';
import { runIsolatedWorker } from './run-isolated-worker.ts';
import { withFetchedChange } from './with-fetched-change.ts';

const MAX_BYTES = 20_000_000;

/** No fix and no answer takes longer. */
const MAX_MINUTES = 30;

/** What a task is about: a finding of a commit, and what was said about it. */
export interface FindingTask {
  readonly name: FindingTaskRequest['task'];
  readonly pull: number;
  readonly head: string;
  readonly finding: ReportedCandidate;
  readonly thread?: readonly ThreadMessage[];
}

/**
 * Fetches a commit with a token that can only read, and has the reader, which has none, do a task
 * there. Nothing that it says is believed before it is parsed.
 * @param schema of the result
 * @throws IncompleteError when it comes to nothing; the signal's reason when aborted
 */
export async function runFindingTask<Result>(
  { name, pull, head, finding, thread }: FindingTask,
  schema: z.ZodType<Result>,
  {
    repository,
    installation,
  }: Pick<CommandOf<'follow-instruction'>, 'repository' | 'installation'>,
  client: RepositoryClient,
  deps: IsolatedWorkerDeps & { readonly signal: AbortSignal },
): Promise<Result> {
  const { dataFolder, serverUrl, workerEnv: env, workerCommand, signal } = deps;
  const { review, budgets } = await fetchConfiguration(client);
  const { max_minutes, max_cost, max_tokens } = lowestBudgets(deps.budgets, budgets);
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const url = `${serverUrl}/${repository.owner}/${repository.name}.git`;
  const remote = { url, token };
  return await withFetchedChange(
    join(dataFolder, 'work'),
    remote,
    { head, base: head },
    async (change) => {
      const cacheFolder = join(dataFolder, 'repositories', String(repository.id), 'cache');
      const stateFolder = join(pullFolder(dataFolder, repository, pull), 'state');
      for (const folder of [cacheFolder, stateFolder]) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      }
      const request = {
        ...{ task: name, root: change.root, outputFolder: change.scratch, cacheFolder, finding },
        exclude: [...excludedFiles(review.exclude, review.languages)],
        ...{ maxMinutes: Math.min(MAX_MINUTES, max_minutes ?? MAX_MINUTES) },
        ...{ maxCost: max_cost, maxTokens: max_tokens },
        ...(thread === undefined ? {} : { thread, stateFolder }),
      };
      await runIsolatedWorker(request, {
        ...{ env, signal, onProgress: () => {} },
        ...(workerCommand === undefined ? {} : { command: workerCommand }),
      });
      return loadResult(change.scratch, schema);
    },
  );
}

/**
 * What a reader left in its output folder.
 * @throws IncompleteError when it is not what it should be
 */
export function loadResult<Result>(folder: string, schema: z.ZodType<Result>): Result {
  const path = join(folder, RESULT_FILE);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined || bytes > MAX_BYTES) {
    throw new IncompleteError('the reader left no result that can be used');
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new IncompleteError('the result of the reader is no JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new IncompleteError(`the result of the reader is wrong: ${formatZodError(parsed.error)}`);
}
