import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod';
import { isolatedWorkerEnvironment } from '../../src/github/isolated-worker/environment.ts';
import type { MigrationTask } from '../../src/github/isolated-worker/migration-task.ts';
import type { WorkerResult } from '../../src/github/isolated-worker/protocol.ts';
import { loadResult } from '../../src/github/isolated-worker/run-finding-task.ts';
import { runIsolatedWorker } from '../../src/github/isolated-worker/run-isolated-worker.ts';
import { keyVariables } from '../../src/model/configuration/load-configuration.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Folders = 'outputFolder' | 'cacheFolder';

/** A task without the folders that are made for it. */
export type ProjectTask =
  | Omit<Extract<MigrationTask, { task: 'survey' }>, Folders>
  | Omit<Extract<MigrationTask, { task: 'migrate' }>, Folders>;

/** Of the step's own variables, which a workflow sets, beside those of models. */
const PASSED_VARIABLES = ['CLANG', 'CARGO_HOME', 'RUSTWARD_REPLAY', 'RUSTWARD_RECORD'];

/**
 * Has a process of its own, which has no token, read a project and do a task there. Nothing that it
 * says is believed before it is parsed.
 * @param env of the step
 * @param onNote hears what is being done, on one line of untrusted text
 * @throws IncompleteError when it comes to nothing
 */
export async function runProjectTask<Result>(
  task: ProjectTask,
  schema: z.ZodType<Result>,
  env: Environment,
  onNote: (line: string) => void,
): Promise<WorkerResult & { readonly result: Result }> {
  const scratch = mkdtempSync(join(tmpdir(), 'rustward-'));
  const [outputFolder, cacheFolder] = [join(scratch, 'output'), join(scratch, 'cache')];
  for (const folder of [outputFolder, cacheFolder]) mkdirSync(folder);
  try {
    const request = { ...task, outputFolder, cacheFolder };
    const read = await runIsolatedWorker(request, {
      ...{ env: environmentFor(env), signal: new AbortController().signal },
      ...{ onProgress: () => {}, onNote },
    });
    return { ...read, result: loadResult(outputFolder, schema) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function environmentFor(env: Environment): Record<string, string> {
  const kept = PASSED_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });
  return { ...isolatedWorkerEnvironment(env, keyVariables(env)), ...Object.fromEntries(kept) };
}
