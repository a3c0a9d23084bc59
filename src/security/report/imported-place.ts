import * as z from 'zod';
import { byBytes } from '../../workspace/files/byte-order.ts';

/** What became of one result of another scanner, at the place that its log names. */
export const importedPlaceSchema = z.object({
  /** As in candidates: `tool/rule`; the tool alone where the result cannot be read. */
  rule: z.string(),
  /** Empty where the log names none. */
  file: z.string(),
  /** Missing where the log names none. */
  line: z.int().positive().exactOptional(),
  decision: z.enum(['verified', 'refuted', 'not_verified', 'not_examined']),
  /** Why the decision is what it is. */
  reason: z.string(),
  /** The id of the candidate that stands for it; missing where the report has none. */
  candidate: z.string().exactOptional(),
});

export type ImportedPlace = z.infer<typeof importedPlaceSchema>;

/** A decision in words. */
export const DECISION_LABEL: Readonly<Record<ImportedPlace['decision'], string>> = {
  verified: 'verified',
  refuted: 'refuted',
  not_verified: 'not verified',
  not_examined: 'not examined',
};

/** The order of a report: by file, line and rule. */
export function byPlace(left: UnorderedPlace, right: UnorderedPlace): number {
  return (
    byBytes(left.file, right.file) ||
    (left.line ?? 0) - (right.line ?? 0) ||
    byBytes(left.rule, right.rule) ||
    byBytes(left.reason ?? '', right.reason ?? '')
  );
}

interface UnorderedPlace {
  readonly rule: string;
  readonly file: string;
  readonly line?: number | undefined;
  readonly reason?: string;
}

/** A place as `file:line`, as far as it is known. */
export function placeText({ file, line }: Pick<ImportedPlace, 'file' | 'line'>): string {
  if (file === '') return 'no place';
  return line === undefined ? file : `${file}:${line}`;
}
