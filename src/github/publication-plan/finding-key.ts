import { createHash } from 'node:crypto';
import { firstIdOf } from '../../rules/former-ids.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';

/**
 * The name of a finding in comments and commands: the first eight hexadecimal digits of the SHA-256
 * of its rule's first id, its file and its fingerprint. Unlike a candidate's id it does not depend on the line,
 * so a finding keeps its name while the code around it moves.
 */
export function findingKey({
  pattern,
  file,
  fingerprint,
}: Pick<Candidate, 'pattern' | 'file' | 'fingerprint'>): string {
  return createHash('sha256')
    .update(`${firstIdOf(pattern)}\0${file}\0${fingerprint}`)
    .digest('hex')
    .slice(0, 8);
}
