import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { type Candidate, candidateSchema } from './candidate.ts';
import { withPresentRule } from './present-rule.ts';

/** One candidate a line, in the order of their numbers. */
export function printCandidates(candidates: readonly Candidate[]): string {
  return candidates.map((candidate) => `${JSON.stringify(candidate)}\n`).join('');
}

/**
 * Reads what this version or an earlier one has written.
 * @throws UsageError naming the first line that is no candidate
 */
export function parseCandidates(text: string): Candidate[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new UsageError(`line ${number} is not JSON`);
      }
      const parsed = candidateSchema.safeParse(value);
      if (parsed.success) return withPresentRule(parsed.data);
      throw new UsageError(`line ${number} is no candidate: ${formatZodError(parsed.error)}`);
    });
}
