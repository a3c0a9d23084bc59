import { type AnnotationProperties, error, warning } from '@actions/core';
import { asSentence } from '../../src/github/text/short-text.ts';
import { SEVERITIES } from '../../src/security/candidates/candidate.ts';
import { describedRules } from '../../src/security/report/groups.ts';
import { type ShownPlace, shownPlace } from '../../src/security/report/introduced.ts';
import type { ReportedCandidate } from '../../src/security/report/report.ts';
import type { JobLog } from '../runner/job-log.ts';
import type { RunResult } from './run-result.ts';

/** GitHub shows no more of one step: 10 errors and 10 warnings. */
const MAX_ANNOTATIONS = 10;

/**
 * Annotates the worst findings where their comments stand: those that fail the run as errors, others as warnings.
 * @returns how many there was no room for
 */
export function annotateFindings(
  findings: readonly ReportedCandidate[],
  { report, failOn }: RunResult,
  log: JobLog,
): number {
  const titles = new Map(describedRules(report).map(({ id, title }) => [id, title]));
  const threshold = failOn === 'none' ? -1 : SEVERITIES.indexOf(failOn);
  const fails = ({ severity }: ReportedCandidate) => SEVERITIES.indexOf(severity) <= threshold;
  const errors = findings.filter(fails).slice(0, MAX_ANNOTATIONS);
  const warnings = findings.filter((finding) => !fails(finding)).slice(0, MAX_ANNOTATIONS);
  const say = (issue: typeof error, finding: ReportedCandidate) => {
    const said = `${asSentence(finding.description)} ${finding.suggestion}`;
    const { text, ...place } = shownPlace(finding, said);
    log.command(() =>
      issue(text, {
        title: titles.get(finding.pattern) ?? finding.pattern,
        ...annotationLines(place),
      }),
    );
  };
  for (const finding of errors) say(error, finding);
  for (const finding of warnings) say(warning, finding);
  return findings.length - errors.length - warnings.length;
}

function annotationLines({
  file,
  line,
  end_line,
  columns,
}: Omit<ShownPlace, 'text'>): AnnotationProperties {
  const within = columns && { startColumn: columns.first, endColumn: columns.last };
  return { file, startLine: line, endLine: end_line, ...within };
}
