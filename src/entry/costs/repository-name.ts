import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../errors.ts';
import { openRepository } from '../../workspace/git/repository.ts';

/** What costs of a repository are booked under. */
export interface RepositoryName {
  readonly repository: string;
  /** Where `repository` is a hash: the last part of the folder's path, by which its owner knows it. */
  readonly folder_name?: string;
}

/**
 * What costs of a repository are booked under: the public address of its remote, so that all clones
 * have one name; without one, a hash of the folder's path, with the
 * folder's own name beside it: nothing tells where it is.
 */
export async function repositoryName(root: string): Promise<RepositoryName> {
  const remote = await remoteOf(root);
  if (remote !== undefined) return { repository: remote };
  const path = realpathSync(root);
  const hash = createHash('sha256').update(path).digest('hex');
  const name = basename(path);
  return {
    repository: `folder:${hash.slice(0, 16)}`,
    ...(name === '' ? {} : { folder_name: name }),
  };
}

async function remoteOf(root: string): Promise<string | undefined> {
  try {
    return await (await openRepository(root)).remote();
  } catch (thrown) {
    if (thrown instanceof UsageError) return undefined;
    throw thrown;
  }
}
