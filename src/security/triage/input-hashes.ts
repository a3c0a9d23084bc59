import { notesBasis } from '../notes/noted-question.ts';
import { type Batch, type ClusterMembers, clusterPromptInputs } from './cluster.ts';
import { derivePromptInputs } from './derive.ts';
import { examinationRoles } from './examination-roles.ts';
import { recheckPromptInputs } from './recheck-invalid.ts';
import type { StageDeps } from './stage.ts';
import { inputHash } from './triage-records.ts';

type BasisDeps = Pick<StageDeps, 'index' | 'notes'>;

/** What the clusters of a batch are worked out from. */
export async function clusterInputHash(batch: Batch, deps: BasisDeps): Promise<string> {
  const gids = batch.candidates.map(({ gid }) => gid);
  const roles = ['clusterer', 'clusterer-missing', 'clusterer-places'];
  return inputHash(roles, await clusterPromptInputs(batch, deps), [
    gids,
    ...notesBasis(deps.notes),
  ]);
}

/** What the review of invalid clusters is worked out from. */
export async function recheckInputHash(
  claims: readonly ClusterMembers[],
  deps: BasisDeps,
): Promise<string> {
  const gids = claims.flatMap(({ cluster }) => cluster.gids);
  return inputHash(['reviewer'], await recheckPromptInputs(claims, deps), [
    gids,
    ...notesBasis(deps.notes),
  ]);
}

/** What the examination of a cluster is worked out from. */
export async function deriveInputHash(
  members: ClusterMembers,
  verify: boolean,
  deps: BasisDeps,
): Promise<string> {
  const gids = members.candidates.map(({ gid }) => gid);
  const roles = examinationRoles(verify);
  return inputHash(roles, await derivePromptInputs(members, deps), [
    ...[gids, verify],
    ...notesBasis(deps.notes),
  ]);
}
