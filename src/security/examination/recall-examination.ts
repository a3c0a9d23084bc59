import type { Candidate } from '../candidate.ts';
import type { ClusterMembers } from '../cluster.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { analysisBasis, reviewBasis } from './bases.ts';
import type { Examination } from './examination.ts';
import type { ReviewRecord } from './records.ts';
import type { ExaminationRecords } from './state.ts';

/**
 * What an earlier run found out about a candidate, where it still fits the tree and the prompts.
 * Asks no model, and writes nothing.
 * @param all the candidates that the tree has now, among them this one
 * @returns undefined when no run that fits has come to a result
 */
export async function recallExamination(
  { gid }: Candidate,
  all: readonly Candidate[],
  records: ExaminationRecords,
  index: SourceIndex,
): Promise<Examination | undefined> {
  const byGid = new Map(all.map((candidate) => [candidate.gid, candidate]));
  return (await analysed(gid, byGid, records, index)) ?? dismissed(gid, byGid, records, index);
}

type ByGid = ReadonlyMap<number, Candidate>;

async function analysed(
  gid: number,
  byGid: ByGid,
  { clusters, analyses }: ExaminationRecords,
  index: SourceIndex,
): Promise<Examination | undefined> {
  // The last entry is the newest; an older one may be of another tree.
  for (const record of analyses.toReversed()) {
    const issue = record.issues.find((one) => one.gid === gid);
    const candidates = candidatesOf(record.gids, byGid);
    if (issue === undefined || candidates === undefined) continue;
    for (const cluster of clusters.filter((one) => one.cluster_id === record.cluster_id)) {
      const bases = [true, false].map((verify) =>
        analysisBasis({ cluster, candidates }, verify, { index }),
      );
      if ((await Promise.all(bases)).includes(record.basis)) return issue.examination;
    }
  }
  return undefined;
}

async function dismissed(
  gid: number,
  byGid: ByGid,
  records: ExaminationRecords,
  index: SourceIndex,
): Promise<Examination | undefined> {
  for (const record of records.reviews.toReversed()) {
    const review = record.reviews.find((one) => one.gid === gid);
    if (review?.is_reason_sufficient !== true) continue;
    const claims = claimsOf(record, byGid, records);
    const own = claims?.find(({ cluster }) => cluster.gids.includes(gid));
    if (claims === undefined || own === undefined) continue;
    if ((await reviewBasis(claims, { index })) !== record.basis) continue;
    const { review_notes } = review;
    return { kind: 'dismissed', reason: own.cluster.invalid_reason, review_notes };
  }
  return undefined;
}

/** The claims that were reviewed together, in their order. */
function claimsOf(
  { reviewed, reviews }: ReviewRecord,
  byGid: ByGid,
  { clusters }: ExaminationRecords,
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
