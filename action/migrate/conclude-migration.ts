import { setFailed, setOutput, summary } from '@actions/core';
import { onOneLine, visibleText } from '../../src/page/visible-text.ts';
import { clippedSummary } from '../result/summary-text.ts';
import type { JobLog } from '../runner/job-log.ts';
import { type MigrationResult, stepsOf, verdictOf } from './migration-result.ts';
import { migrationHeadline } from './migration-summary.ts';

export interface MigrationEnd {
  readonly result: MigrationResult;
  /** The page of the run, in Markdown. */
  readonly page: string;
  /** The first report. */
  readonly reportFile: string;
  readonly failOnInconclusive: boolean;
}

/**
 * Says what came of a run in the outputs, the page of the run and the log, and fails the step for a
 * function that is blocked, and for what could not be tried.
 */
export async function concludeMigration(
  { result, page, reportFile, failOnInconclusive }: MigrationEnd,
  log: JobLog,
): Promise<void> {
  const verdict = verdictOf(result);
  const names = (steps: ReturnType<typeof stepsOf>) =>
    steps.flatMap(({ functions }) => functions.map(({ name }) => name)).join('\n');
  setOutput('verdict', verdict);
  setOutput('migrated', names(stepsOf(result, 'proposed', 'pushed', 'patch')));
  setOutput('blocked', names(stepsOf(result, 'blocked')));
  setOutput(
    'pull-requests',
    stepsOf(result, 'proposed', 'open')
      .map(({ url }) => url)
      .join('\n'),
  );
  setOutput('report-file', reportFile);
  setOutput('cost', result.costs.dollars.toFixed(4));
  for (const notice of result.notices) log.notice(notice);
  for (const problem of result.survey.problems) log.line(`not read: ${problem}`);
  // Outside of a runner there is no file for it.
  if (process.env['GITHUB_STEP_SUMMARY']) {
    await summary.addRaw(clippedSummary(page)).write({ overwrite: true });
  }
  const text = visibleText(onOneLine(migrationHeadline(result)));
  log.line(text);
  if (verdict === 'findings' || (verdict === 'inconclusive' && failOnInconclusive)) {
    log.command(() => setFailed(`Rustward: ${text}`));
  } else if (verdict === 'inconclusive') {
    log.warning(`Rustward: ${text}`);
  }
}
