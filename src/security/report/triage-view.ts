import type { Derivation, TriageResult } from '../candidates/triage-result.ts';
import type { ReportedCandidate, TriageCounts } from './report.ts';

type Triaged = Pick<ReportedCandidate, 'examination'>;

/** A step on the way to a defect, found by the scan or by an agent. */
export interface PathStep {
  readonly file: string;
  readonly line: number;
  /** Known where the scan found it; an agent names lines. */
  readonly column?: number;
  readonly end_line?: number;
  readonly end_column?: number;
  readonly function: string;
  readonly message: string;
  /** The source line, where a report has it. */
  readonly evidence?: string | undefined;
}

/** A result as a reader knows it, with the number of candidates. */
export interface LabelledCount {
  readonly kind: TriageResult['kind'];
  readonly label: string;
  readonly number: number;
}

/** The counts in a fixed order, those with the same label as one; results without any are left out. */
export function labelledCounts(counts: TriageCounts | undefined): LabelledCount[] {
  if (counts === undefined) return [];
  const { dismissed, unsettled, ...rest } = counts;
  const merged = {
    ...rest,
    unproven: rest.unproven + unsettled,
    refuted: rest.refuted + dismissed,
  };
  const kinds = ['verified', 'unverified', 'unproven', 'refuted', 'unexamined'] as const;
  return kinds
    .map((kind) => ({ kind, label: TRIAGE_LABEL[kind], number: merged[kind] }))
    .filter(({ number }) => number > 0);
}

/** A result in a word or two. To a reader, what was dismissed is refuted as well. */
export const TRIAGE_LABEL: Readonly<Record<TriageResult['kind'], string>> = {
  verified: 'verified',
  unverified: 'not verified',
  unproven: 'not settled',
  unsettled: 'not settled',
  refuted: 'refuted',
  dismissed: 'refuted',
  unexamined: 'not examined',
};

/** What an agent derived, where every call of it is in the call graph and no verifier refuted it. */
export function derivationOf({ examination }: Triaged) {
  return examination?.kind === 'verified' || examination?.kind === 'unverified'
    ? examination
    : undefined;
}

/** The way to the defect as an agent derived it; as the scan followed the data where none did. */
export function defectPath(candidate: ReportedCandidate): readonly PathStep[] {
  const derivation = derivationOf(candidate);
  return derivation === undefined ? candidate.trace : derivedPath(derivation);
}

/** The steps that an agent names, whether they exist or not. */
export function derivedPath(derivation: Pick<Derivation, 'trigger_path'>): readonly PathStep[] {
  return derivation.trigger_path.map(({ action, ...place }) => ({ ...place, message: action }));
}

/** Which callers of its function no model says to have looked at; undefined where each was, or no model was asked. */
export function unseenCallersOf({ examination }: Triaged): string | undefined {
  if (examination === undefined || !('unseen_callers' in examination)) return undefined;
  return examination.unseen_callers?.join(', ');
}

/** Who says that it is no defect, why, and what a second agent said to that. */
export interface Refutation {
  readonly by: string;
  readonly reason: string;
  readonly notes?: string;
}

/** Why models take a candidate for no defect, where they do. */
export function refutationOf({ examination }: Triaged): Refutation | undefined {
  if (examination?.kind === 'refuted') {
    return { by: `the ${examination.by}`, reason: examination.reason };
  }
  if (examination?.kind !== 'dismissed') return undefined;
  const { reason, review_notes: notes } = examination;
  return { by: 'the clusterer, and the reviewer agrees', reason, notes };
}

/** How many candidates came to which result; undefined where no model was asked. */
export function countTriageResults(candidates: readonly Triaged[]): TriageCounts | undefined {
  const kinds = candidates.flatMap(({ examination }) => examination?.kind ?? []);
  if (kinds.length === 0) return undefined;
  const counts = {
    verified: 0,
    unverified: 0,
    unproven: 0,
    unsettled: 0,
    refuted: 0,
    dismissed: 0,
  };
  const all = { ...counts, unexamined: 0 };
  for (const kind of kinds) all[kind] += 1;
  return all;
}
