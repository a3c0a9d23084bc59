import { type AnnotationProperties, error, warning } from '@actions/core';
import { asSentence } from '../../src/github/text/short-text.ts';
import { SEVERITIES } from '../../src/security/candidates/candidate.ts';
import { describedRules } from '../../src/security/report/groups.ts';
import type { ReportedCandidate } from '../../src/security/report/report.ts';
import type { JobLog } from '../runner/job-log.ts';
import type { RunResult } from './run-result.ts';

/** GitHub shows no more of one step: 10 errors and 10 warnings. */
const MAX_ANNOTATIONS = 10;

/**
 * Annotates the lines of the worst findings: those that fail the run as errors, others as warnings.
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
  const say = (issue: typeof error, finding: ReportedCandidate) =>
    log.command(() =>
      issue(`${asSentence(finding.description)} ${finding.suggestion}`, {
        title: titles.get(finding.pattern) ?? finding.pattern,
        ...annotationLines(finding),
      }),
    );
  for (const finding of errors) say(error, finding);
  for (const finding of warnings) say(warning, finding);
  return findings.length - errors.length - warnings.length;
}

function annotationLines(finding: ReportedCandidate): AnnotationProperties {
  const { file, line, end_line, column, end_column } = finding;
  const columns = line === end_line ? { startColumn: column, endColumn: end_column } : {};
  return { file, startLine: line, endLine: end_line, ...columns };
}
