import { setOutput } from '@actions/core';
import { SEVERITIES } from '../../src/security/candidates/candidate.ts';
import { groupCandidates, isPossibleFinding } from '../../src/security/report/groups.ts';
import type { ReportFiles } from './report-files.ts';
import type { RunResult } from './run-result.ts';

/** Sets the outputs that `action.yml` describes. */
export function setOutputs(reviewed: RunResult, files: ReportFiles): void {
  const { report, costs } = reviewed;
  const { findings, existing } = groupCandidates(report.candidates);
  const severities = new Set(findings.map(({ severity }) => severity));
  setOutput('verdict', report.verdict);
  setOutput('findings', findings.length);
  const shown = existing.filter((one) => !isPossibleFinding(one)).length;
  // Where they are not listed, the report has their number alone.
  setOutput('existing', report.known?.existing ?? shown);
  setOutput('highest-severity', SEVERITIES.find((one) => severities.has(one)) ?? 'none');
  setOutput('sarif-file', files.sarif);
  setOutput('report-file', files.reports[0]);
  setOutput('cost', costs.dollars.toFixed(4));
}

/** What models cost, for people. */
export function costText({ dollars, calls, unpriced }: RunResult['costs']): string {
  if (unpriced === 0) return `$${dollars.toFixed(4)}`;
  return unpriced === calls ? 'price unknown' : `at least $${dollars.toFixed(4)}`;
}
