import {
  openRepositoryClient,
  type RepositoryClient,
  type RepositoryClientDeps,
} from '../../api/repository-client.ts';
import { refusalOf } from '../../api/retrying-calls.ts';

/** To look at checks and to say what they come to: none of it writes contents. */
const PERMISSIONS = {
  ...({ checks: 'write', contents: 'read', issues: 'write', metadata: 'read' } as const),
  ...({ pull_requests: 'write' } as const),
};

export interface GateClient {
  readonly access: RepositoryClient;
  /** Whether the app may read workflows with their logs, and commit statuses. */
  readonly may: { readonly readActions: boolean; readonly readStatuses: boolean };
}

/** The way to a repository for the gate. It does without permissions that were not granted. */
export async function openGateClient(
  command: Parameters<typeof openRepositoryClient>[0],
  deps: RepositoryClientDeps,
): Promise<GateClient> {
  for (const may of [
    { readActions: true, readStatuses: true },
    { readActions: true, readStatuses: false },
    { readActions: false, readStatuses: true },
  ]) {
    const more = {
      ...(may.readActions && ({ actions: 'read' } as const)),
      ...(may.readStatuses && ({ statuses: 'read' } as const)),
    };
    try {
      return {
        access: await openRepositoryClient(command, { ...PERMISSIONS, ...more }, deps),
        may,
      };
    } catch (thrown) {
      const status = refusalOf(thrown)?.status;
      if (status !== 403 && status !== 422) throw thrown;
    }
  }
  const may = { readActions: false, readStatuses: false };
  return { access: await openRepositoryClient(command, PERMISSIONS, deps), may };
}
