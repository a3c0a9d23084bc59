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
 * @param shown what a file of the report is called by who reads it
 */
export function toGcc(report: Report, shown = (file: string) => file): string {
  return report.candidates
    .filter(isOpen)
    .map((candidate) => `${line(candidate, shown(candidate.file))}\n`)
    .join('');
}

function line(candidate: ReportedCandidate, file: string): string {
  const { line, column, severity, description, pattern } = candidate;
  const kind = isPossibleFinding(candidate) ? 'note' : KINDS[severity];
  const text = `${file}:${line}:${column}: ${kind}: ${onOneLine(description)} [${pattern}]`;
  return visibleText(text);
}
