import type { Candidate } from './candidate.ts';

/** The source of what a model claims, as `sources` of a candidate names it. */
export const MODEL_SOURCE = 'model';

/** The pattern of a claim, by its weakness: `model/cwe-787`. No rule of ours has a slash. */
export function claimPattern(cwe: number): string {
  return `${MODEL_SOURCE}/cwe-${cwe}`;
}

/** Whether a name is such a pattern. */
export function isClaimPattern(name: string): boolean {
  return /^model\/cwe-[1-9]\d{0,4}$/.test(name);
}

/** Whether a model claims it, alone or beside the scan. */
export function isClaimed({ sources }: Pick<Candidate, 'sources'>): boolean {
  return sources.includes(MODEL_SOURCE);
}

/** Whether only a model proposes it. */
export function isClaimedAlone({ sources }: Pick<Candidate, 'sources'>): boolean {
  return sources.every((source) => source === MODEL_SOURCE);
}
