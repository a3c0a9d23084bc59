import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import type { SliceTarget } from '../slice/place-excerpts.ts';

/** What an analyst is shown the code of: with a claim of a model, also what its text names. */
export function analysisTargets(candidates: readonly Candidate[]): readonly SliceTarget[] {
  return candidates.map(({ file, line, trace, ...rest }) => ({
    ...{ file, line, trace },
    ...(isClaimedAlone(rest) ? { text: rest.description } : {}),
  }));
}
