import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UsageError } from '../../src/errors.ts';
import { fetchAnalysisSarif, fetchLastAnalysis } from '../../src/github/api/code-scanning.ts';
import { callsOf } from '../../src/github/api/retrying-calls.ts';
import { withoutLink } from '../../src/github/api/without-link.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import { RULES } from '../../src/rules/index.ts';
import { parseBaseline } from '../../src/security/baseline/baseline-file.ts';
import { sarifCategory } from '../../src/security/report/category.ts';
import { categoryOf } from '../inputs/category-of.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Job } from '../runner/job.ts';
import type { JobLog } from '../runner/job-log.ts';
import { githubClient } from './github-client.ts';
import { isBranchResult } from './is-branch-result.ts';

/**
 * Fetches what code scanning has of the last run on the branch, so that a scan of all of a branch tells
 * what is new since then. Only where results are uploaded: without, no run knows of another.
 * @returns a file with that result; undefined where there is nothing to compare with, or where something
 *   else is compared with. That GitHub does not give it is a line in the log.
 */
export async function fetchLastResult(
  inputs: Inputs,
  job: Job,
  log: JobLog,
): Promise<string | undefined> {
  const { mode, token, baseline, baseRef, shard } = inputs;
  const { repository, ref } = job;
  if (!isBranchResult(inputs, job) || baseline !== undefined || baseRef !== undefined)
    return undefined;
  if (shard !== undefined || (mode !== 'scan' && mode !== 'review')) return undefined;
  if (token === undefined || repository === undefined || !ref.startsWith('refs/heads/'))
    return undefined;
  const calls = {
    github: githubClient(token, job.apiUrl),
    calls: callsOf(SYSTEM_CLOCK, new AbortController().signal),
    ownerRepo: { owner: repository.owner, repo: repository.name },
  };
  try {
    const wanted = {
      tool: 'Rustward',
      category: sarifCategory({ mode, ...categoryOf(inputs) }),
      ref,
    };
    const last = await fetchLastAnalysis(calls, wanted);
    if (last === undefined) {
      log.line(`code scanning has no result of ${ref} yet: everything that is found is new`);
      return undefined;
    }
    const text = await fetchAnalysisSarif(calls, last.id);
    parseBaseline(text, RULES);
    const path = join(job.temporaryFolder, 'rustward-last-result.sarif');
    writeFileSync(path, text);
    log.line(`compared with the result of ${last.commit.slice(0, 10)}, the last on ${ref}`);
    return path;
  } catch (thrown) {
    const why = withoutLink(messageOf(thrown));
    const what = thrown instanceof UsageError ? 'is of no use' : 'was not given by GitHub';
    log.line(`the last result on ${ref} ${what} (${why}): everything that is found counts as new`);
    return undefined;
  }
}
