import type { ResultFate } from './import/import-results.ts';
import type { ImportedPlace } from './report/imported-place.ts';
import type { Report, ReportedCandidate } from './report/report.ts';
import { refutationOf } from './report/triage-view.ts';

type Decision = Pick<ImportedPlace, 'decision' | 'reason'>;

/** A report with what became of each result of other scanners, in their order. */
export function withImported(
  report: Report,
  fates: readonly ResultFate[],
  whyUnreported: (gid: number) => string,
): Report {
  if (fates.length === 0) return report;
  const byGid = new Map(report.candidates.map((one) => [one.gid, one]));
  const wasAsked = report.candidates.some(({ examination }) => examination !== undefined);
  const imported = fates.map(({ rule, file, line, gid, reason }): ImportedPlace => {
    const place = { rule, file, ...(line === undefined ? {} : { line }) };
    if (gid === undefined) return { ...place, ...notExamined(reason) };
    const candidate = byGid.get(gid);
    if (candidate === undefined) return { ...place, ...notExamined(whyUnreported(gid)) };
    return { ...place, ...decisionOn(candidate, wasAsked), candidate: candidate.id };
  });
  return { ...report, imported };
}

function decisionOn(candidate: ReportedCandidate, wasAsked: boolean): Decision {
  const { examination, suppression, baseline } = candidate;
  if (suppression !== undefined) return notExamined(`it is suppressed: ${suppression.reason}`);
  const refutation = refutationOf(candidate);
  if (refutation !== undefined) {
    const { by, reason, notes } = refutation;
    const said = notes === undefined ? reason : `${reason} (${notes})`;
    return { decision: 'refuted', reason: `by ${by}: ${said}` };
  }
  switch (examination?.kind) {
    case 'verified':
      return { decision: 'verified', reason: examination.verification_notes };
    case 'unverified':
      return {
        decision: 'not_verified',
        reason: `derived, and no verifier was asked to refute it: ${examination.consequences}`,
      };
    case 'unproven':
      return {
        decision: 'not_verified',
        reason: `taken for a defect, but: ${examination.problem}`,
      };
    case 'unsettled': {
      const { reason: said, unseen_callers: unseen } = examination;
      const but = `without a look at these callers: ${unseen.join(', ')}`;
      return { decision: 'not_verified', reason: `called no defect, ${but}: ${said}` };
    }
    case 'unexamined':
      return notExamined(examination.reason);
    default:
      if (baseline === 'unchanged') return notExamined('the baseline has it as well');
      return notExamined(wasAsked ? 'no model was to look at it' : 'no model was asked');
  }
}

function notExamined(reason: string): Decision {
  return { decision: 'not_examined', reason };
}
