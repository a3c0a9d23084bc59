import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf, UsageError } from '../../src/errors.ts';
import { DEFAULT_CONFIGURATION } from '../../src/github/configuration/configuration.ts';
import { loadReport } from '../../src/security/baseline/load-report.ts';
import { mergeReports } from '../../src/security/merge-reports.ts';
import type { FailOn } from '../../src/security/report/fail-on.ts';
import type { Report } from '../../src/security/report/report.ts';
import { reportVerdictOf } from '../../src/security/report/verdict.ts';
import { byBytes } from '../../src/workspace/files/byte-order.ts';
import { errorCode } from '../../src/workspace/files/error-code.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { RunResult } from '../result/run-result.ts';
import type { Job } from '../runner/job.ts';

const NO_COSTS = { dollars: 0, calls: 0, unpriced: 0 };

/**
 * Mode `report`: puts the reports together that other jobs left. It reads no source and calls no
 * model, so that it may hold a token that writes. What it reads was made from untrusted text, and is parsed.
 * @throws UsageError for reports that are none, or not of one run and commit
 */
export function mergeShards({ reports = '.', failOn }: Inputs, job: Job): RunResult {
  const started = Date.now();
  const merged = mergeReports(filesIn(resolve(job.workspace, reports)).map(loadReport));
  const report = failOn === undefined ? merged : withThreshold(merged, failOn);
  const commit = report.revision?.commit;
  const expected = [job.change?.head, job.sha].filter((sha) => sha !== undefined);
  if (commit !== undefined && expected.length > 0 && !expected.includes(commit)) {
    throw new UsageError(`the report is about ${commit}, and this run about ${expected[0]}`);
  }
  return {
    ...{ report, costs: NO_COSTS, warnings: [], configuration: DEFAULT_CONFIGURATION },
    seconds: (Date.now() - started) / 1000,
    failOn: failOn ?? DEFAULT_CONFIGURATION.review.fail_on,
  };
}

/** A report with the verdict that another threshold makes of it. What was not examined stays so. */
function withThreshold(report: Report, failOn: FailOn): Report {
  const incomplete = report.incomplete === true || report.verdict === 'inconclusive';
  return { ...report, verdict: reportVerdictOf(report.candidates, { failOn, incomplete }) };
}

/** The JSON files below a folder, in the order of their paths. */
function filesIn(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(byBytes);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT')
      throw new UsageError(`the input reports: cannot list ${folder}, which is not there`);
    throw new UsageError(`the input reports: cannot list ${folder}: ${messageOf(thrown)}`);
  }
  if (files.length > 0) return files;
  throw new UsageError(
    `the input reports: there is no JSON report below ${folder}; have the other jobs write one with report-file`,
  );
}
