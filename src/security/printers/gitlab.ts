import { onOneLine, visibleText } from '../../page/visible-text.ts';
import { firstIdOf } from '../../rules/former-ids.ts';
import type { Severity } from '../candidates/candidate.ts';
import { isOpen, isPossibleFinding } from '../report/groups.ts';
import type { Report } from '../report/report.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  high: 'critical',
  medium: 'major',
  low: 'minor',
};

/** The report as a Code Quality report of GitLab: what is open, each with a fingerprint of its own. */
export function toGitlab(report: Report): string {
  const seen = new Map<string, number>();
  const issues = report.candidates.filter(isOpen).map((candidate) => {
    const { description, pattern, fingerprint, file, line, end_line, severity } = candidate;
    const key = `${firstIdOf(pattern)} ${file} ${fingerprint}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return {
      description: visibleText(onOneLine(description)),
      check_name: pattern,
      // GitLab shows one issue for a fingerprint, and the same code may be there twice.
      fingerprint: times === 1 ? key : `${key} ${times}`,
      severity: isPossibleFinding(candidate) ? 'info' : SEVERITIES[severity],
      location: { path: file, lines: { begin: line, end: end_line } },
    };
  });
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}
