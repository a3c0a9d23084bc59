import type { Candidate } from '../candidates/candidate.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { ClusterMembers } from './cluster.ts';
import { deriveInputHash, recheckInputHash } from './input-hashes.ts';
import type { StageDeps } from './stage.ts';
import type { RecheckRecord } from './triage-records.ts';
import type { TriageRecords } from './triage-state.ts';

/** What, beside candidates and clusters, a question was made of. */
type BasisDeps = Pick<StageDeps, 'index' | 'notes'>;

/**
 * What an earlier run found out about a candidate, where it still fits the tree and the prompts.
 * Asks no model, and writes nothing.
 * @param all the candidates that the tree has now, among them this one
 * @returns undefined when no run that fits has come to a result
 */
export async function recallTriage(
  { gid }: Candidate,
  all: readonly Candidate[],
  records: TriageRecords,
  deps: BasisDeps,
): Promise<TriageResult | undefined> {
  const byGid = new Map(all.map((candidate) => [candidate.gid, candidate]));
  return (
    (await recallDerivation(gid, byGid, records, deps)) ??
    recallDismissal(gid, byGid, records, deps)
  );
}

type ByGid = ReadonlyMap<number, Candidate>;

async function recallDerivation(
  gid: number,
  byGid: ByGid,
  { clusters, derivations }: TriageRecords,
  deps: BasisDeps,
): Promise<TriageResult | undefined> {
  // The last entry is the newest; an older one may be of another tree.
  for (const record of derivations.toReversed()) {
    const issue = record.issues.find((one) => one.gid === gid);
    const candidates = candidatesOf(record.gids, byGid);
    if (issue === undefined || candidates === undefined) continue;
    for (const cluster of clusters.filter((one) => one.cluster_id === record.cluster_id)) {
      const bases = [true, false].map((verify) =>
        deriveInputHash({ cluster, candidates }, verify, deps),
      );
      if ((await Promise.all(bases)).includes(record.basis)) return issue.examination;
    }
  }
  return undefined;
}

async function recallDismissal(
  gid: number,
  byGid: ByGid,
  records: TriageRecords,
  deps: BasisDeps,
): Promise<TriageResult | undefined> {
  for (const record of records.rechecks.toReversed()) {
    const review = record.reviews.find((one) => one.gid === gid);
    if (review?.is_reason_sufficient !== true) continue;
    const claims = recheckedClusters(record, byGid, records);
    const own = claims?.find(({ cluster }) => cluster.gids.includes(gid));
    if (claims === undefined || own === undefined) continue;
    if ((await recheckInputHash(claims, deps)) !== record.basis) continue;
    const { review_notes } = review;
    return { kind: 'dismissed', reason: own.cluster.invalid_reason, review_notes };
  }
  return undefined;
}

/** The claims that were reviewed together, in their order. */
function recheckedClusters(
  { reviewed, reviews }: RecheckRecord,
  byGid: ByGid,
  { clusters }: TriageRecords,
): ClusterMembers[] | undefined {
  const claims: ClusterMembers[] = [];
  let left = reviews.map(({ gid }) => gid);
  while (left.length > 0) {
    const cluster = clusters.findLast(
      ({ gids, is_invalid }) => is_invalid && gids.every((gid, at) => left[at] === gid),
    );
    const candidates = cluster && candidatesOf(cluster.gids, byGid);
    if (cluster === undefined || candidates === undefined) return undefined;
    claims.push({ cluster, candidates });
    left = left.slice(cluster.gids.length);
  }
  return claims.map(({ cluster }) => cluster.cluster_id).join(' ') === reviewed
    ? claims
    : undefined;
}

/** All of them, or undefined when the tree has one of them no more. */
function candidatesOf(gids: readonly number[], byGid: ByGid): Candidate[] | undefined {
  const found = gids.flatMap((gid) => byGid.get(gid) ?? []);
  return found.length === gids.length ? found : undefined;
}
