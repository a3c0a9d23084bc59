import { onOneLine, visibleText } from '../../page/visible-text.ts';
import type { Severity } from '../candidates/candidate.ts';
import { REPRODUCTION_LABEL } from '../candidates/reproduction.ts';
import { isOpen, isPossibleFinding } from '../report/groups.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';
import { errorWithStack } from '../report/reproduction-view.ts';
import { defectPath } from '../report/triage-view.ts';

const KINDS: Readonly<Record<Severity, string>> = {
  high: 'error',
  medium: 'warning',
  low: 'warning',
};

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
}

/**
 * The report as a compiler prints what it finds, `file:line:column: kind: text [rule]`: for editors and other programs
 * that read that form. Behind a finding are notes, without a rule: the steps to it, and what a run of it has shown. What is
 * only to look at is a note with its rule, and has none of these.
 * @param shown what a file of the report is called by who reads it
 */
export function toGcc(report: Report, shown = (file: string) => file): string {
  const print = ({ file, line, column = 1 }: Place, text: string) =>
    `${visibleText(`${shown(file)}:${line}:${column}: ${onOneLine(text)}`)}\n`;
  return report.candidates
    .filter(isOpen)
    .flatMap((candidate) => {
      const { severity, description, pattern } = candidate;
      const kind = isPossibleFinding(candidate) ? 'note' : KINDS[severity];
      return [
        print(candidate, `${kind}: ${description} [${pattern}]`),
        ...notesOf(candidate).map(({ place, text }) => print(place, `note: ${text}`)),
      ];
    })
    .join('');
}

interface Note {
  readonly place: Place;
  readonly text: string;
}

function notesOf(candidate: ReportedCandidate): Note[] {
  if (isPossibleFinding(candidate)) return [];
  const steps = defectPath(candidate).map((step): Note => {
    return { place: step, text: step.message };
  });
  return [...steps, ...shownBy(candidate)];
}

/** What a driver has shown that was run, with the error of the sanitizer. */
function shownBy(candidate: ReportedCandidate): Note[] {
  const { reproduction } = candidate;
  if (reproduction?.outcome !== 'reproduced') return [];
  const [error = ''] = errorWithStack(reproduction);
  return [{ place: candidate, text: `${REPRODUCTION_LABEL.reproduced}: ${error}` }];
}
