import { z } from 'zod';
import { namesRule } from '../../rules/former-ids.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { findingKeySchema } from '../commands/instruction.ts';

/** What a person decided about one finding of a pull request. */
const dismissalSchema = z.object({
  key: findingKeySchema,
  state: z.enum(['false-positive', 'accepted', 'open']),
  rule: z.string().min(1).max(300),
  file: z.string().min(1).max(4096),
  fingerprint: z.string().min(1).max(200),
  /** Of the code that it rests on; a record of an earlier version has none. */
  digest: z.string().min(1).max(100).exactOptional(),
  /** Its function and its line, for people. */
  function: z.string().max(1000).exactOptional(),
  code: z.string().max(200).exactOptional(),
  /** Empty for one that is open again. */
  reason: z.string().max(500),
  /** The login of who decided. */
  by: z.string().min(1).max(100),
  /** When it was asked for: ISO 8601, to the second. */
  at: z.iso.datetime(),
});

export type Dismissal = z.infer<typeof dismissalSchema>;

/** Of a marker, which allows 100. */
const WORD = 100;

/** The record as words of a marker. */
export function dismissalWords(record: Dismissal): string[] {
  const hex = Buffer.from(JSON.stringify(record)).toString('hex');
  return hex.match(new RegExp(`.{1,${WORD}}`, 'g')) ?? [];
}

/** The record in such words; undefined where they hold none, as of another version of ours. */
export function parseDismissal(words: readonly string[]): Dismissal | undefined {
  try {
    const text = Buffer.from(words.join(''), 'hex').toString();
    return dismissalSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a record speaks of a candidate: of the same code, wherever in its file that is now. */
function appliesTo(record: Dismissal, candidate: ReportedCandidate): boolean {
  const { rule, file, fingerprint, digest } = record;
  return (
    namesRule(rule, candidate.pattern) &&
    candidate.file === file &&
    (digest === undefined || candidate.digest === undefined
      ? candidate.fingerprint === fingerprint
      : candidate.digest === digest)
  );
}

/** The decision on a candidate: the newest one of those that speak of it. */
export function decisionOn(
  candidate: ReportedCandidate,
  records: readonly Dismissal[],
): Dismissal | undefined {
  return records.findLast((one) => appliesTo(one, candidate));
}
