import { onOneLine, visibleText } from '../../page/visible-text.ts';
import type { Severity } from '../candidates/candidate.ts';
import { isOpen, isPossibleFinding } from '../report/groups.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';

const KINDS: Readonly<Record<Severity, string>> = {
  high: 'error',
  medium: 'warning',
  low: 'warning',
};

/**
 * The report as a compiler prints what it finds, `file:line:column: kind: text [rule]`, one line each: for editors and
 * other programs that read that form. What is only to look at is a note.
 */
export function toGcc(report: Report): string {
  return report.candidates
    .filter(isOpen)
    .map((candidate) => `${line(candidate)}\n`)
    .join('');
}

function line(candidate: ReportedCandidate): string {
  const { file, line, column, severity, description, pattern } = candidate;
  const kind = isPossibleFinding(candidate) ? 'note' : KINDS[severity];
  const text = `${file}:${line}:${column}: ${kind}: ${onOneLine(description)} [${pattern}]`;
  return visibleText(text);
}
