import type { RepositoryClient } from '../../api/repository-client.ts';
import {
  type CheckState,
  fetchLastCheck,
  type OwnCheck,
  type PublishedCheck,
  publishCheck,
} from './own-check.ts';

/** The name that branch rules can require. */
export const GATE_NAME = 'Rustward migration gate';

export const GATE: OwnCheck = { name: GATE_NAME, idPrefix: 'gate' };

/** The last thing that the gate said of a commit; undefined where it said nothing. */
export function fetchGateCheck(
  access: RepositoryClient,
  sha: string,
): Promise<PublishedCheck | undefined> {
  return fetchLastCheck(access, GATE, sha);
}

/** Has the gate say this of a commit, in one check run that is written only where it differs. */
export function publishGateCheck(
  access: RepositoryClient,
  pull: { readonly number: number; readonly head: string },
  wanted: CheckState,
): Promise<void> {
  return publishCheck(access, GATE, pull, wanted);
}
