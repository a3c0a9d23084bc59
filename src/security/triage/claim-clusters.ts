import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import type { ClusterMembers } from './cluster.ts';
import { type ClusterRecord, inputHash } from './triage-records.ts';

/** Claims of one function, which one agent examines together. */
const MAX_TOGETHER = 6;

/**
 * Groups claims by their functions. Each says already what has to be verified, so no model groups them.
 * @param before the groups that there are, to number these on
 */
export function clustersOfClaims(
  claims: readonly Candidate[],
  before: readonly ClusterRecord[],
): ClusterRecord[] {
  const byFunction = Map.groupBy(claims, (one) => JSON.stringify([one.file, one.function]));
  const parts = [...byFunction.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / MAX_TOGETHER) }, (_, at) =>
      all.slice(at * MAX_TOGETHER, (at + 1) * MAX_TOGETHER),
    ),
  );
  const batches = new Map<string, number>();
  return parts.map((candidates): ClusterRecord => {
    const file = candidates[0]?.file ?? '';
    const own = before.filter((cluster) => cluster.file === file);
    const batch = Math.max(-1, ...own.map(({ batch_index }) => batch_index)) + 1;
    const index = batches.get(file) ?? 0;
    batches.set(file, index + 1);
    const gids = candidates.map(({ gid }) => gid);
    const verification = candidates.map(({ description }) => description).join(' ');
    return {
      ...{
        cluster_id: `${file}|${batch}|${index}`,
        file,
        batch_index: batch,
        cluster_index: index,
      },
      ...{ gids, verification, is_invalid: false, invalid_reason: '' },
      basis: inputHash([], { verification }, [gids]),
    };
  });
}

/**
 * Groups of one and the same function become one question, as far as they are not too many: a claim there and
 * what the scan proposes there most often stand for the same lost check.
 */
export function joinedByFunction<Group extends ClusterMembers>(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const own = functionOf(group.candidates);
    const at = joined.findIndex(
      ({ candidates }) =>
        own !== undefined &&
        functionOf(candidates) === own &&
        candidates.length + group.candidates.length <= MAX_TOGETHER,
    );
    const open = joined[at];
    // The scan's groups rest on different conditions, which are asked about one by one.
    const isClaims = group.candidates.every(isClaimedAlone);
    if (open === undefined || !isClaims) joined.push(group);
    else joined[at] = { ...open, candidates: [...open.candidates, ...group.candidates] };
  }
  return joined;
}

/** The function that all candidates are in. */
function functionOf(candidates: readonly Candidate[]): string | undefined {
  const [first] = candidates;
  if (first === undefined || first.function === '') return undefined;
  const isSame = (one: Candidate) => one.file === first.file && one.function === first.function;
  return candidates.every(isSame) ? JSON.stringify([first.file, first.function]) : undefined;
}
