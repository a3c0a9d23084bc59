import { presentIdOf } from '../../rules/former-ids.ts';
import type { Candidate } from './candidate.ts';

/** A candidate as an earlier version may have written it, with the id that its rule has today. */
export function withPresentRule<Known extends Pick<Candidate, 'language' | 'pattern'>>(
  candidate: Known,
): Known {
  const { pattern, language } = candidate;
  return { ...candidate, pattern: presentIdOf(pattern, language) };
}
