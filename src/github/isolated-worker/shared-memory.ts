import { join } from 'node:path';
import type { WorkerRequestFor } from './protocol.ts';
import { type IsolatedWorkerDeps, repositoryFolder, type TaskTarget } from './run-on-commit.ts';

/**
 * The memories that a task shares with others of its repository and its installation.
 * @param learns whether it may add to that of the repository: docs/decisions/repository-memory.md says who may
 */
export function sharedMemory(
  { repository, installation }: Pick<TaskTarget, 'repository' | 'installation'>,
  learns: boolean,
  { dataFolder }: Pick<IsolatedWorkerDeps, 'dataFolder'>,
): WorkerRequestFor<'review'>['memory'] {
  return {
    kind: 'shared',
    repository: repositoryFolder(dataFolder, repository),
    learns,
    installation: join(dataFolder, 'installations', String(installation)),
  };
}
