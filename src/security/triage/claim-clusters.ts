import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import type { ClusterMembers } from './cluster.ts';
import { type ClusterRecord, inputHash } from './triage-records.ts';

/** Candidates that one agent examines together. */
const MAX_TOGETHER = 6;

/**
 * Groups claims by their functions, and those of several functions of a file that are of one weakness: a change
 * that does the same in twins is one question. Each says already what has to be verified, so no model
 * groups them.
 * @param before the groups that there are, to number these on
 */
export function clustersOfClaims(
  claims: readonly Candidate[],
  before: readonly ClusterRecord[],
): ClusterRecord[] {
  const parts = groupsOf(claims).flatMap((all) =>
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

/** Claims of one function, joined where a group of the same file has a weakness of theirs. */
function groupsOf(claims: readonly Candidate[]): Candidate[][] {
  const byFunction = Map.groupBy(claims, (one) => JSON.stringify([one.file, one.function]));
  const groups: Candidate[][] = [];
  for (const all of byFunction.values()) {
    const twin = groups.find(
      (group) =>
        group.length + all.length <= MAX_TOGETHER &&
        group.some((one) => one.file === all[0]?.file && one.pattern === all[0]?.pattern),
    );
    if (twin === undefined) groups.push([...all]);
    else twin.push(...all);
  }
  return groups;
}

/**
 * Groups of one and the same function become one question, as far as they are not too many: a claim there and
 * what the scan proposes there most often stand for the same lost check.
 */
export function joinedByFunction<Group extends ClusterMembers>(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const own = new Set(group.candidates.flatMap(functionOf));
    const at = joined.findIndex(
      ({ candidates }) =>
        candidates.length + group.candidates.length <= MAX_TOGETHER &&
        candidates.flatMap(functionOf).some((name) => own.has(name)),
    );
    const open = joined[at];
    // The scan's groups rest on different conditions, which are asked about one by one.
    const isClaims = group.candidates.every(isClaimedAlone);
    if (open === undefined || !isClaims) joined.push(group);
    else joined[at] = { ...open, candidates: [...open.candidates, ...group.candidates] };
  }
  return joined;
}

function functionOf({ file, function: name }: Candidate): string[] {
  return name === '' ? [] : [JSON.stringify([file, name])];
}
