import { refusalOf } from '../publish/calls.ts';
import { type Access, type AccessDeps, accessFor } from './access.ts';

/**
 * The way to a repository with a token that writes its contents, which GitHub also asks of an app
 * that resolves a thread. Undefined where the app was not given that permission.
 */
export async function writeAccess(
  command: Parameters<typeof accessFor>[0],
  deps: AccessDeps,
): Promise<Access | undefined> {
  const permissions = { contents: 'write', metadata: 'read', pull_requests: 'write' } as const;
  try {
    return await accessFor(command, permissions, deps);
  } catch (thrown) {
    const status = refusalOf(thrown)?.status;
    if (status === 403 || status === 422) return undefined;
    throw thrown;
  }
}
