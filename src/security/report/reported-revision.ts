import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Revision } from '../../workspace/git/revision.ts';
import type { Report, ReportedCandidate } from './report.ts';
import { defectPath } from './triage-view.ts';

/** A report with the commit that was checked out, and with those of the files it names that are not as in it. */
export function withRevision(report: Report, revision: Revision | undefined): Report {
  if (revision === undefined) return report;
  const { isModified, ...known } = revision;
  const modified = filesNamedIn(report.candidates).filter(isModified);
  return { ...report, revision: { ...known, ...(modified.length === 0 ? {} : { modified }) } };
}

/** The files of all places that candidates name, in the order of their bytes. */
function filesNamedIn(candidates: readonly ReportedCandidate[]): string[] {
  const places = candidates.flatMap((candidate) => {
    const { introduced_at: cause, trace } = candidate;
    const steps = [...trace, ...defectPath(candidate)];
    return [candidate, ...(cause === undefined ? [] : [cause]), ...steps];
  });
  return [...new Set(places.map(({ file }) => file))].sort(byBytes);
}
