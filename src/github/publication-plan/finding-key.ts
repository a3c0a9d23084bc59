import { createHash } from 'node:crypto';
import { firstIdOf } from '../../rules/former-ids.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';

/**
 * The name of a finding in comments and commands: the first eight hexadecimal digits of the SHA-256
 * of its rule's first id, its file and the digest of the code that it rests on. Unlike a candidate's id it does not depend
 * on the line, so a finding keeps its name while other code changes; and when what was decided of it no longer
 * holds, it has another name. Reports of earlier versions have no digest: there the fingerprint stands for it.
 */
export function findingKey({
  pattern,
  file,
  fingerprint,
  digest = fingerprint,
}: Pick<ReportedCandidate, 'pattern' | 'file' | 'fingerprint' | 'digest'>): string {
  return createHash('sha256')
    .update(`${firstIdOf(pattern)}\0${file}\0${digest}`)
    .digest('hex')
    .slice(0, 8);
}
