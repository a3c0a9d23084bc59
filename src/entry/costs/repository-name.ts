import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { openRepository } from '../../workspace/git/repository.ts';

/**
 * What costs of a repository are booked under: the public address of its remote, so that all clones
 * have one name; without one, a hash of the folder's path, which tells others nothing.
 */
export async function repositoryName(root: string): Promise<string> {
  const path = createHash('sha256').update(realpathSync(root)).digest('hex');
  return (await remoteOf(root)) ?? `folder:${path.slice(0, 16)}`;
}

async function remoteOf(root: string): Promise<string | undefined> {
  try {
    return await (await openRepository(root)).remote();
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}
