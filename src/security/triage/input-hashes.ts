import { type Batch, type ClusterMembers, clusterPromptInputs } from './cluster.ts';
import { derivePromptInputs } from './derive.ts';
import { recheckPromptInputs } from './recheck-invalid.ts';
import type { StageDeps } from './stage.ts';
import { inputHash } from './triage-records.ts';

type SourceIndexDeps = Pick<StageDeps, 'index'>;

/** What the clusters of a batch are worked out from. */
export async function clusterInputHash(batch: Batch, deps: SourceIndexDeps): Promise<string> {
  const gids = batch.candidates.map(({ gid }) => gid);
  const roles = ['clusterer', 'clusterer-missing'];
  return inputHash(roles, await clusterPromptInputs(batch, deps), [gids]);
}

/** What the review of invalid clusters is worked out from. */
export async function recheckInputHash(
  claims: readonly ClusterMembers[],
  deps: SourceIndexDeps,
): Promise<string> {
  const gids = claims.flatMap(({ cluster }) => cluster.gids);
  return inputHash(['reviewer'], await recheckPromptInputs(claims, deps), [gids]);
}

/** What the examination of a cluster is worked out from. */
export async function deriveInputHash(
  members: ClusterMembers,
  verify: boolean,
  deps: SourceIndexDeps,
): Promise<string> {
  const gids = members.candidates.map(({ gid }) => gid);
  const roles = ['analyst', 'analyst-path', ...(verify ? ['verifier'] : [])];
  return inputHash(roles, await derivePromptInputs(members, deps), [gids, verify]);
}
