import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod';
import { resultIn } from '../../src/github/instructions/run-task.ts';
import type { MigrationTask } from '../../src/github/migrate/reader-task.ts';
import { readerEnvironment } from '../../src/github/review/reader-environment.ts';
import type { ReaderResult } from '../../src/github/review/reader-protocol.ts';
import { askReader } from '../../src/github/review/run-reader.ts';
import { keyVariables } from '../../src/model/configuration/read-configuration.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Folders = 'outputFolder' | 'cacheFolder';

/** A task without the folders that are made for it. */
export type Task =
  | Omit<Extract<MigrationTask, { task: 'survey' }>, Folders>
  | Omit<Extract<MigrationTask, { task: 'migrate' }>, Folders>;

/** Of the step's own variables, which a workflow sets, beside those of models. */
const KEPT = ['CLANG', 'CARGO_HOME', 'RUSTWARD_REPLAY', 'RUSTWARD_RECORD'];

/**
 * Has a process of its own, which has no token, read a project and do a task there. Nothing that it
 * says is believed before it is parsed.
 * @param env of the step
 * @param onNote hears what is being done, on one line of untrusted text
 * @throws IncompleteError when it comes to nothing
 */
export async function readProject<Result>(
  task: Task,
  schema: z.ZodType<Result>,
  env: Environment,
  onNote: (line: string) => void,
): Promise<ReaderResult & { readonly result: Result }> {
  const scratch = mkdtempSync(join(tmpdir(), 'rustward-'));
  const [outputFolder, cacheFolder] = [join(scratch, 'output'), join(scratch, 'cache')];
  for (const folder of [outputFolder, cacheFolder]) mkdirSync(folder);
  try {
    const request = { ...task, outputFolder, cacheFolder };
    const read = await askReader(request, {
      ...{ env: environmentFor(env), signal: new AbortController().signal },
      ...{ onProgress: () => {}, onNote },
    });
    return { ...read, result: resultIn(outputFolder, schema) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function environmentFor(env: Environment): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });
  return { ...readerEnvironment(env, keyVariables(env)), ...Object.fromEntries(kept) };
}
