import { ModelError, messageOf } from '../../errors.ts';
import { type Candidate, OWN_SOURCE } from '../candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';
import type { Claim } from '../discover/claim.ts';
import type { ClusterMembers } from './cluster.ts';
import { askReviewer } from './recheck-invalid.ts';
import type { StageDeps } from './stage.ts';

/** Why an analyst calls a candidate no risk. */
export interface Refutation {
  readonly candidate: Candidate;
  readonly reason: string;
}

/** What a second reader finds wrong with refutations. */
export interface SecondLook {
  /** By the gid of the candidate: what the reason leaves open. */
  readonly doubts: ReadonlyMap<number, string>;
  /** Defects that it saw besides. */
  readonly besides: readonly Claim[];
}

const NOTHING: SecondLook = { doubts: new Map(), besides: [] };

/**
 * Has the reasons attacked for which an analyst calls candidates no risks that another takes for defects: what a
 * model has claimed, what another scanner reports, and in the review of a change what would be a finding without a
 * model. An analyst who is wrong would have the last word there, and no person would hear of it. Where the second
 * reader cannot be asked or its answer cannot be read, the reasons stand.
 * @throws the signal's reason
 */
export async function secondLook(
  { cluster }: Pick<ClusterMembers, 'cluster'>,
  refutations: readonly Refutation[],
  deps: StageDeps,
): Promise<SecondLook> {
  const contested = refutations.filter(({ candidate }) => isContested(candidate, deps));
  if (contested.length === 0) return NOTHING;
  const groups = contested.map(({ candidate, reason }): ClusterMembers => {
    const own = { ...cluster, gids: [candidate.gid], invalid_reason: reason };
    return { cluster: own, candidates: [candidate] };
  });
  try {
    const answers = await askReviewer(groups, deps);
    const doubts = contested.flatMap(({ candidate: { gid } }, at) =>
      answers
        .filter((one) => one.gid === at + 1 && !one.is_reason_sufficient)
        .map(({ review_notes }) => [gid, review_notes] as const),
    );
    return { doubts: new Map(doubts), besides: answers.flatMap(({ besides }) => besides) };
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    deps.onUnreadable?.(`the reasons of an analyst were not looked at again: ${messageOf(thrown)}`);
    return NOTHING;
  }
}

function isContested(candidate: Candidate, { index }: Pick<StageDeps, 'index'>): boolean {
  if (candidate.sources.some((source) => source !== OWN_SOURCE)) return true;
  return index.change !== undefined && candidate.confidence >= MIN_FINDING_CONFIDENCE;
}
