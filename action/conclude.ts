import { setFailed } from '@actions/core';
import { groupCandidates } from '../src/security/report/groups.ts';
import { headline, verdictSentence } from '../src/security/report/headline.ts';
import { annotate } from './annotate.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './job.ts';
import { writeJobSummary } from './job-summary.ts';
import type { JobLog } from './log.ts';
import { setOutputs } from './outputs.ts';
import { publish } from './publish.ts';
import { type ReportFiles, writeReportFiles } from './report-files.ts';
import type { Reviewed } from './reviewed.ts';

/**
 * Says a result everywhere it was asked for, and fails the step where it has to: for findings at or
 * above the threshold, and for what could not be examined.
 * @throws UsageError when a file cannot be written
 */
export async function conclude(
  reviewed: Reviewed,
  files: ReportFiles,
  { inputs, job, log }: { inputs: Inputs; job: Job; log: JobLog },
): Promise<void> {
  const { report } = reviewed;
  const groups = groupCandidates(report.candidates);
  writeReportFiles(report, files);
  setOutputs(reviewed, files);
  const notices = await publish(reviewed, inputs, job);
  const left = annotate(groups.findings, reviewed, log);
  if (left > 0) notices.push(`${left} findings are not annotated: GitHub shows 10 a step`);
  log.group(
    'Findings',
    groups.findings.map(
      ({ severity, pattern, file, line, column, description }) =>
        `${severity} ${pattern} ${file}:${line}:${column}: ${description}`,
    ),
  );
  for (const notice of notices) log.notice(notice);
  await writeJobSummary(reviewed, notices);
  const text = `${headline(report, groups)}. ${verdictSentence(report, groups)}`;
  log.line(text);
  const inconclusive = report.verdict === 'inconclusive';
  if (report.verdict === 'findings' || (inconclusive && inputs.failOnInconclusive)) {
    log.command(() => setFailed(`Rustward: ${text}`));
  } else if (inconclusive) {
    log.warning(`Rustward: ${text}`);
  }
}
