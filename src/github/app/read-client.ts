import type { Clock } from '../../model/clock.ts';
import type { AppClients } from '../api/app-clients.ts';
import { openRepositoryClient, type RepositoryClient } from '../api/repository-client.ts';
import type { Repository } from '../commands/command.ts';

/** What a look at repositories of the App needs, which no event asked for. */
export interface ReadClientDeps {
  readonly access: AppClients;
  readonly clock: Clock;
  readonly markerKey: Uint8Array;
  readonly signal: AbortSignal;
}

const PERMISSIONS = { contents: 'read', metadata: 'read', pull_requests: 'read' } as const;

/** Access to one repository that can change nothing there. */
export async function openReadClient(
  place: { readonly installation: number; readonly repository: Repository },
  deps: ReadClientDeps,
): Promise<RepositoryClient> {
  const identity = await deps.access.identity(place.installation, place.repository);
  return await openRepositoryClient(place, PERMISSIONS, { ...deps, identity });
}
