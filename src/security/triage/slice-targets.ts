import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import type { SliceTarget } from '../slice/place-excerpts.ts';

/** Stands before what a model says of a candidate that the scan proposes as well. */
export const ALSO_SAID = 'Also said of it: ';

/** What an analyst is shown the code of: with a claim of a model, also what its text names. */
export function analysisTargets(candidates: readonly Candidate[]): readonly SliceTarget[] {
  return candidates.map((candidate) => {
    const { file, line, trace } = candidate;
    const text = claimText(candidate);
    return { ...{ file, line, trace }, ...(text === '' ? {} : { text }) };
  });
}

/** What is shown the code of to who attacks the reason for which candidates are called no defects: also what that names. */
export function reasonTargets(
  candidates: readonly Candidate[],
  reason: string,
): readonly SliceTarget[] {
  return candidates.map((candidate) => {
    const { file, line, trace } = candidate;
    return { file, line, trace, text: [claimText(candidate), reason].join('\n') };
  });
}

/** What models say of a candidate. */
function claimText(candidate: Candidate): string {
  if (isClaimedAlone(candidate)) return candidate.description;
  const [, ...said] = candidate.description.split(ALSO_SAID);
  return said.join('\n');
}
