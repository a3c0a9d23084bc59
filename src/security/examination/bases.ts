import { analysisQuestion } from '../analyze.ts';
import { type Batch, type ClusterMembers, clusterQuestion } from '../cluster.ts';
import { reviewQuestion } from '../review.ts';
import { basisOf } from './records.ts';
import type { StageDeps } from './stage.ts';

type IndexDeps = Pick<StageDeps, 'index'>;

/** What the clusters of a batch are worked out from. */
export async function clusterBasis(batch: Batch, deps: IndexDeps): Promise<string> {
  const gids = batch.candidates.map(({ gid }) => gid);
  const roles = ['clusterer', 'clusterer-missing'];
  return basisOf(roles, await clusterQuestion(batch, deps), [gids]);
}

/** What the review of invalid clusters is worked out from. */
export async function reviewBasis(
  claims: readonly ClusterMembers[],
  deps: IndexDeps,
): Promise<string> {
  const gids = claims.flatMap(({ cluster }) => cluster.gids);
  return basisOf(['reviewer'], await reviewQuestion(claims, deps), [gids]);
}

/** What the examination of a cluster is worked out from. */
export async function analysisBasis(
  members: ClusterMembers,
  verify: boolean,
  deps: IndexDeps,
): Promise<string> {
  const gids = members.candidates.map(({ gid }) => gid);
  const roles = ['analyst', 'analyst-path', ...(verify ? ['verifier'] : [])];
  return basisOf(roles, await analysisQuestion(members, deps), [gids, verify]);
}
