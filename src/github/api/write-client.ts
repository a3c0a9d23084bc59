import {
  openRepositoryClient,
  type RepositoryClient,
  type RepositoryClientDeps,
} from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

/**
 * The way to a repository with a token that writes its contents, which GitHub also asks of an app
 * that resolves a thread. Undefined where the app was not given that permission.
 */
export async function openWriteClient(
  command: Parameters<typeof openRepositoryClient>[0],
  deps: RepositoryClientDeps,
): Promise<RepositoryClient | undefined> {
  const permissions = { contents: 'write', metadata: 'read', pull_requests: 'write' } as const;
  try {
    return await openRepositoryClient(command, permissions, deps);
  } catch (thrown) {
    const status = refusalOf(thrown)?.status;
    if (status === 403 || status === 422) return undefined;
    throw thrown;
  }
}
