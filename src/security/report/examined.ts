import type { Derivation, Examination } from '../examination/examination.ts';
import type { ExaminationCounts, ReportedCandidate } from './report.ts';

type Examined = Pick<ReportedCandidate, 'examination'>;

/** A step on the way to a defect, whoever found it. */
export interface WayStep {
  readonly file: string;
  readonly line: number;
  /** Known where the scan found it; an agent names lines. */
  readonly column?: number;
  readonly end_line?: number;
  readonly end_column?: number;
  readonly function: string;
  readonly message: string;
}

/** A result as a reader knows it, with the number of candidates. */
export interface LabelledCount {
  readonly kind: Examination['kind'];
  readonly label: string;
  readonly number: number;
}

/** The counts in a fixed order, those with the same label as one; results without any are left out. */
export function labelledCounts(counts: ExaminationCounts | undefined): LabelledCount[] {
  if (counts === undefined) return [];
  const { dismissed, ...rest } = counts;
  const merged = { ...rest, refuted: rest.refuted + dismissed };
  const kinds = ['verified', 'unverified', 'unproven', 'refuted', 'unexamined'] as const;
  return kinds
    .map((kind) => ({ kind, label: EXAMINATION_LABEL[kind], number: merged[kind] }))
    .filter(({ number }) => number > 0);
}

/** A result in a word or two. To a reader, what was dismissed is refuted as well. */
export const EXAMINATION_LABEL: Readonly<Record<Examination['kind'], string>> = {
  verified: 'verified',
  unverified: 'not verified',
  unproven: 'not proven',
  refuted: 'refuted',
  dismissed: 'refuted',
  unexamined: 'not examined',
};

/** What an agent derived, where every call of it is in the call graph and nobody refuted it. */
export function derivationOf({ examination }: Examined) {
  return examination?.kind === 'verified' || examination?.kind === 'unverified'
    ? examination
    : undefined;
}

/** The way to the defect as an agent derived it; as the scan followed the data where none did. */
export function wayTo(candidate: ReportedCandidate): readonly WayStep[] {
  const derivation = derivationOf(candidate);
  return derivation === undefined ? candidate.trace : claimedWay(derivation);
}

/** The steps that an agent names, whether they exist or not. */
export function claimedWay(derivation: Pick<Derivation, 'trigger_path'>): readonly WayStep[] {
  return derivation.trigger_path.map(({ action, ...place }) => ({ ...place, message: action }));
}

/** Who says that it is no defect, why, and what a second agent said to that. */
export interface Rejection {
  readonly by: string;
  readonly reason: string;
  readonly notes?: string;
}

/** Why models take a candidate for no defect, where they do. */
export function rejectionOf({ examination }: Examined): Rejection | undefined {
  if (examination?.kind === 'refuted') {
    return { by: `the ${examination.by}`, reason: examination.reason };
  }
  if (examination?.kind !== 'dismissed') return undefined;
  const { reason, review_notes: notes } = examination;
  return { by: 'the clusterer, and the reviewer agrees', reason, notes };
}

/** How many candidates came to which result; undefined where no model was asked. */
export function countExaminations(candidates: readonly Examined[]): ExaminationCounts | undefined {
  const kinds = candidates.flatMap(({ examination }) => examination?.kind ?? []);
  if (kinds.length === 0) return undefined;
  const counts = { verified: 0, unverified: 0, unproven: 0, refuted: 0, dismissed: 0 };
  const all = { ...counts, unexamined: 0 };
  for (const kind of kinds) all[kind] += 1;
  return all;
}
