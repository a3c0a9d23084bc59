import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import {
  MAX_FAILURE_CHARACTERS,
  type WorkerMessage,
  type WorkerRequestFor,
  type WorkerTask,
  workerRequestSchema,
} from '../../github/isolated-worker/protocol.ts';
import { WORKER_RESULTS } from '../../github/isolated-worker/results.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { withoutFolders } from '../../workspace/files/without-folders.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { followProxies } from '../../workspace/proxy.ts';
import { NO_COSTS } from '../costs/costs.ts';
import type { TaskContext, TaskFunction } from './task.ts';

/** In milliseconds: no timer takes more. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Loads what does each task: a process has one task, and starts sooner without the others. */
const TASKS: { readonly [Task in WorkerTask]: () => Promise<TaskFunction<Task>> } = {
  review: async () => (await import('./review-change.ts')).reviewChange,
  fix: async () => (await import('./finding-tasks.ts')).fixFinding,
  answer: async () => (await import('./finding-tasks.ts')).answerQuestion,
  survey: async () => (await import('./survey-project.ts')).surveyProject,
  migrate: async () => (await import('./migrate-functions.ts')).migrateFunctions,
  link: async () => (await import('./link-functions.ts')).linkFunctions,
  repair: async () => (await import('./repair-function.ts')).repairFunction,
};

/**
 * Does the task of a request, and leaves the result in its output folder: see `WORKER_RESULTS`.
 * @param line the request, as JSON
 * @param say hears how far it is
 * @returns the last message: done, or why not
 */
export async function serveRequest(
  line: string,
  env: ProcessEnvironment,
  say: (message: WorkerMessage) => void,
): Promise<WorkerMessage> {
  let folders: readonly string[] = [];
  try {
    await followProxies(env);
    const request = workerRequestSchema.parse(JSON.parse(line));
    folders = [request.root, request.outputFolder, request.cacheFolder];
    const milliseconds = Math.min(Math.ceil(request.maxMinutes * 60_000), MAX_TIMEOUT);
    const signal = AbortSignal.timeout(milliseconds);
    return await performTask<WorkerTask>(request, { env, signal, say });
  } catch (thrown) {
    const message = withoutFolders(messageOf(thrown), folders);
    return { kind: 'failed', message: message.slice(0, MAX_FAILURE_CHARACTERS) };
  }
}

async function performTask<Task extends WorkerTask>(
  request: WorkerRequestFor<Task>,
  context: TaskContext,
): Promise<WorkerMessage> {
  const started = Date.now();
  const { task, outputFolder, cacheFolder } = request;
  for (const folder of [outputFolder, cacheFolder]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const load: () => Promise<TaskFunction<Task>> = TASKS[task];
  const perform = await load();
  const outcome = await perform(request, context);
  const { result, text = JSON.stringify(result), costs = NO_COSTS, warnings = [] } = outcome;
  writeFileAtomically(join(outputFolder, WORKER_RESULTS[task].name), text);
  const { dollars, calls, unpriced } = costs;
  const seconds = (Date.now() - started) / 1000;
  const shown = (text: string) => withoutFolders(text, [request.root, outputFolder, cacheFolder]);
  return {
    kind: 'done',
    seconds,
    costs: { dollars, calls, unpriced },
    warnings: warnings.map(shown),
  };
}
