import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolatedWorkerEnvironment } from '../../src/github/isolated-worker/environment.ts';
import type { WorkerRequestFor } from '../../src/github/isolated-worker/protocol.ts';
import {
  runInIsolatedWorker,
  type WorkerOutcome,
} from '../../src/github/isolated-worker/run-isolated-worker.ts';
import { keyVariables } from '../../src/model/configuration/load-configuration.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';

/** The folders that are made for a task. */
type TaskFolders = Pick<WorkerRequestFor<'survey'>, 'outputFolder' | 'cacheFolder'>;

/** Of the step's own variables, which a workflow sets, beside those of models. */
const PASSED_VARIABLES = ['CLANG', 'CARGO_HOME', 'RUSTWARD_REPLAY', 'RUSTWARD_RECORD'];

/**
 * Has the isolated worker do a task in a checkout: see `runInIsolatedWorker`.
 * @param requestFor the request, once its folders are known
 * @param env of the step
 * @param onNote hears what is being done, on one line of untrusted text
 * @throws IncompleteError when there is no result
 */
export async function runInCheckout<Task extends 'survey' | 'migrate'>(
  requestFor: (folders: TaskFolders) => WorkerRequestFor<Task>,
  env: ProcessEnvironment,
  onNote: (line: string) => void,
): Promise<WorkerOutcome<Task>> {
  const scratch = mkdtempSync(join(tmpdir(), 'rustward-'));
  const folders = { outputFolder: join(scratch, 'output'), cacheFolder: join(scratch, 'cache') };
  try {
    return await runInIsolatedWorker(requestFor(folders), {
      ...{ env: environmentFor(env), signal: new AbortController().signal, onNote },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function environmentFor(env: ProcessEnvironment): Record<string, string> {
  const kept = PASSED_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });
  return { ...isolatedWorkerEnvironment(env, keyVariables(env)), ...Object.fromEntries(kept) };
}
