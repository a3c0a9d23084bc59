import { setFailed } from '@actions/core';
import { count } from '../../src/security/report/count.ts';
import { groupCandidates } from '../../src/security/report/groups.ts';
import { headline, verdictSentence } from '../../src/security/report/headline.ts';
import { withoutFolders } from '../../src/workspace/files/without-folders.ts';
import { publishResult } from '../github/publish-result.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { annotateFindings } from '../result/annotate.ts';
import { writeJobSummary } from '../result/job-summary.ts';
import { setOutputs } from '../result/outputs.ts';
import { type ReportFiles, writeReportFiles } from '../result/report-files.ts';
import type { RunResult } from '../result/run-result.ts';
import type { Job } from '../runner/job.ts';
import type { JobLog } from '../runner/job-log.ts';

/**
 * Says a result everywhere it was asked for, and fails the step where it has to: for findings at or
 * above the threshold, and for what could not be examined.
 * @throws UsageError when a file cannot be written
 */
export async function conclude(
  reviewed: RunResult,
  files: ReportFiles,
  { inputs, job, log }: { inputs: Inputs; job: Job; log: JobLog },
): Promise<void> {
  const { report } = reviewed;
  const groups = groupCandidates(report.candidates);
  writeReportFiles(report, files);
  setOutputs(reviewed, files);
  // What the log, the annotations and the summary of a job say is as public as the repository.
  const isPrivate = reviewed.configuration.review.details === 'private';
  const findings = isPrivate ? [] : groups.findings;
  const left = annotateFindings(findings, reviewed, log);
  const notices =
    left > 0
      ? [
          `${count(left, 'finding')} ${left === 1 ? 'is' : 'are'} not annotated: GitHub shows 10 a step`,
        ]
      : [];
  log.group(
    'Findings',
    findings.map(
      ({ severity, pattern, file, line, column, description }) =>
        `${severity} ${pattern} ${file}:${line}:${column}: ${description}`,
    ),
  );
  const shown = { ...reviewed, warnings: reviewed.warnings.map((line) => told(line, job)) };
  // What needs no network comes first: a job that is ended while GitHub does not answer has its result.
  await writeJobSummary(shown, notices);
  notices.push(...(await publishResult(shown, inputs, job)).map((line) => told(line, job)));
  for (const notice of notices) log.notice(notice);
  await writeJobSummary(shown, notices);
  const text = `${headline(report, groups)}. ${verdictSentence(report, groups)}`;
  log.line(text);
  const inconclusive = report.verdict === 'inconclusive';
  if (report.verdict === 'findings' || (inconclusive && inputs.failOnInconclusive)) {
    log.command(() => setFailed(`Rustward: ${text}`));
  } else if (inconclusive) {
    log.warning(`Rustward: ${text}`);
  }
}

/** A line for people who need not know where things are on the runner. */
function told(line: string, { workspace, temporaryFolder }: Job): string {
  return withoutFolders(line, [workspace, temporaryFolder]);
}
