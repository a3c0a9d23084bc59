import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { tryFileLock } from '../../workspace/files/file-lock.ts';
import { openArtifacts } from './artifact-folder.ts';

/**
 * Works on a project while no other run does.
 * @throws UsageError when another run is at work on it
 */
export async function withProjectLock<Result>(
  project: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = tryFileLock(join(openArtifacts(project), 'lock'));
  if (lock === undefined) {
    throw new UsageError(`another run is at work on ${project}: wait until it ends`);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
