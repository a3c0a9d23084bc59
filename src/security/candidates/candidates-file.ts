import { join } from 'node:path';
import { messageOf, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';
import { type Candidate, candidateSchema } from './candidate.ts';
import { withPresentRule } from './present-rule.ts';

const CANDIDATES_FILE = 'candidates.jsonl';

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
      } catch (thrown) {
        throw new UsageError(`line ${number} is not JSON: ${messageOf(thrown)}`);
      }
      const parsed = candidateSchema.safeParse(value);
      if (parsed.success) return withPresentRule(parsed.data);
      throw new UsageError(`line ${number} is no candidate: ${formatZodError(parsed.error)}`);
    });
}

/**
 * Replaces the artifact of the scan in the state folder below `root`.
 * @returns its path
 * @throws UsageError when it cannot be written
 */
export function writeCandidates(root: string, candidates: readonly Candidate[]): string {
  const path = join(openStateFolder(root), CANDIDATES_FILE);
  writeFileAtomically(path, printCandidates(candidates));
  return path;
}
