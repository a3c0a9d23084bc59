import type { Candidate } from '../candidates/candidate.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { ClaimedCandidates, type ClaimSettings } from './claimed-candidates.ts';
import type { TriageOutcome } from './triage-outcome.ts';
import type { TriageRecords } from './triage-state.ts';

/**
 * What earlier runs had models claim, as candidates with the numbers that they had then. Asks no model.
 * @param proposed what the scan proposes and models examine
 */
export function recallClaims(
  proposed: readonly Candidate[],
  { discoveries, clusters, rechecks, derivations }: TriageRecords,
  settings: ClaimSettings,
  index: SourceIndex,
): Pick<TriageOutcome, 'claimed' | 'alsoClaimed' | 'causes'> {
  const claimed = new ClaimedCandidates(proposed, settings, index);
  claimed.admit(discoveries.flatMap(({ claims }) => claims));
  for (const records of [clusters, rechecks, derivations]) {
    claimed.admit(records.flatMap(({ besides = [] }) => besides));
  }
  return { claimed: claimed.all, alsoClaimed: claimed.alsoClaimed, causes: claimed.causes };
}
