import { z } from 'zod';
import type { Candidate } from '../../security/candidate.ts';
import type { SuppressionEntry } from '../../security/suppression-file.ts';
import { exactPattern } from '../../workspace/exact-pattern.ts';
import { findingKeySchema } from '../command.ts';

/** What a person decided about one finding of a pull request. */
const triageRecordSchema = z.object({
  key: findingKeySchema,
  state: z.enum(['false-positive', 'accepted', 'open']),
  rule: z.string().min(1).max(300),
  file: z.string().min(1).max(4096),
  fingerprint: z.string().min(1).max(200),
  /** Empty for one that is open again. */
  reason: z.string().max(500),
  /** The login of who decided. */
  by: z.string().min(1).max(100),
  /** When it was asked for: ISO 8601, to the second. */
  at: z.iso.datetime(),
});

export type TriageRecord = z.infer<typeof triageRecordSchema>;

/** Of a marker, which allows 100. */
const WORD = 100;

/** The record as words of a marker. */
export function recordWords(record: TriageRecord): string[] {
  const hex = Buffer.from(JSON.stringify(record)).toString('hex');
  return hex.match(new RegExp(`.{1,${WORD}}`, 'g')) ?? [];
}

/** The record in such words; undefined where they hold none, as of another version of ours. */
export function recordIn(words: readonly string[]): TriageRecord | undefined {
  try {
    const text = Buffer.from(words.join(''), 'hex').toString();
    return triageRecordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a record speaks of a candidate. */
export function decides(record: TriageRecord, candidate: Candidate): boolean {
  const { rule, file, fingerprint } = record;
  return (
    candidate.pattern === rule && candidate.file === file && candidate.fingerprint === fingerprint
  );
}

/** What a decision is in the file of suppressions. */
export function entryOf({ rule, file, fingerprint, reason }: TriageRecord): SuppressionEntry {
  const pattern = exactPattern(file);
  return { rule, ...(pattern !== undefined && { file: pattern }), fingerprint, reason };
}
