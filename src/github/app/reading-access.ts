import type { Clock } from '../../model/clock.ts';
import type { Repository } from '../command.ts';
import { type Access, accessFor } from '../instructions/access.ts';
import type { AppAccess } from './tokens.ts';

/** What a look at repositories of the App needs, which no event asked for. */
export interface LookDeps {
  readonly access: AppAccess;
  readonly clock: Clock;
  readonly markerKey: Uint8Array;
  readonly signal: AbortSignal;
}

const PERMISSIONS = { contents: 'read', metadata: 'read', pull_requests: 'read' } as const;

/** Access to one repository that can change nothing there. */
export async function readingAccess(
  place: { readonly installation: number; readonly repository: Repository },
  deps: LookDeps,
): Promise<Access> {
  const identity = await deps.access.identity(place.installation, place.repository);
  return await accessFor(place, PERMISSIONS, { ...deps, identity });
}
