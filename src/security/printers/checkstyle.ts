import { escapeHtml } from '../../page/html-text.ts';
import { onOneLine } from '../../page/visible-text.ts';
import type { Severity } from '../candidates/candidate.ts';
import { groupCandidates, isOpen, isPossibleFinding } from '../report/groups.ts';
import { verdictSentence } from '../report/headline.ts';
import type { Report, ReportedCandidate } from '../report/report.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  high: 'error',
  medium: 'warning',
  low: 'warning',
};

/**
 * The report in the form of Checkstyle, which Jenkins, reviewdog and others read: what is open, by file. What was not
 * examined has a file of its own, since the form has no other place for it and an empty list reads as clean.
 */
export function toCheckstyle(report: Report): string {
  const open = report.candidates.filter(isOpen);
  const files = Map.groupBy(open, ({ file }) => file);
  const groups = [...files].map(([file, all]) => fileOf(file, all.map(errorOf)));
  if (report.verdict === 'inconclusive' || report.incomplete) groups.push(incomplete(report));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<checkstyle>',
    ...groups,
    '</checkstyle>',
    '',
  ].join('\n');
}

function errorOf(candidate: ReportedCandidate): string {
  const { line, column, severity, description, pattern } = candidate;
  const level = isPossibleFinding(candidate) ? 'info' : SEVERITIES[severity];
  return error(`line="${line}" column="${column}" severity="${level}"`, description, pattern);
}

function incomplete(report: Report): string {
  const { skipped } = report.summary;
  const said = [
    verdictSentence(report, groupCandidates(report.candidates)),
    ...skipped.map(({ file, reason }) => `${file} ${reason}`),
  ];
  const errors = said.map((text) => error('line="1" severity="error"', text, 'not-examined'));
  return fileOf('rustward', errors);
}

function error(place: string, message: string, source: string): string {
  return `    <error ${place} message="${escapeHtml(onOneLine(message))}" source="rustward.${escapeHtml(source)}"/>`;
}

function fileOf(file: string, errors: readonly string[]): string {
  return [`  <file name="${escapeHtml(onOneLine(file))}">`, ...errors, '  </file>'].join('\n');
}
