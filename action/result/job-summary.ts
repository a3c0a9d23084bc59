import { summary } from '@actions/core';
import type { RunResult } from './run-result.ts';
import { jobSummary } from './summary-text.ts';

/** Writes the page of the run: the whole report, as far as there is room, and what it took. */
export async function writeJobSummary(
  reviewed: RunResult,
  notices: readonly string[],
): Promise<void> {
  // Outside of a runner there is no file for it.
  if (!process.env['GITHUB_STEP_SUMMARY']) return;
  await summary.addRaw(jobSummary(reviewed, notices)).write({ overwrite: true });
}
