import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { fetchAnalysesOf, fetchAnalysisSarif } from '../../src/github/api/code-scanning.ts';
import { callsOf } from '../../src/github/api/retrying-calls.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Job } from '../runner/job.ts';
import { githubClient } from './github-client.ts';

/** What other scanners found: files, and what a person should know of those that are missing. */
export interface ImportedResults {
  readonly files: readonly string[];
  readonly notices: readonly string[];
}

/** Stands before the name of a tool whose results code scanning has. */
const FROM_CODE_SCANNING = 'code-scanning:';

/**
 * The results of other scanners that the workflow names: files, and what these have uploaded to code
 * scanning for the commit of the run, which is fetched. That there is none of a tool is a notice.
 * @throws UsageError where code scanning is to be asked and cannot be
 */
export async function importedResults(
  { importSarif, token }: Inputs,
  job: Job,
): Promise<ImportedResults> {
  const files: string[] = [];
  const notices: string[] = [];
  for (const name of importSarif) {
    if (!name.startsWith(FROM_CODE_SCANNING)) {
      files.push(resolve(job.workspace, name));
      continue;
    }
    const tool = name.slice(FROM_CODE_SCANNING.length).trim();
    const fetched = await fetchResults(tool, token, job, files.length);
    files.push(...fetched);
    if (fetched.length > 0) continue;
    notices.push(
      `code scanning has no result of ${tool} of this commit, so none is imported: let this step run after its upload`,
    );
  }
  return { files, notices };
}

/** @returns files, numbered from `from` */
async function fetchResults(
  tool: string,
  token: string | undefined,
  { apiUrl, repository, ref, sha, change, temporaryFolder }: Job,
  from: number,
): Promise<string[]> {
  if (token === undefined || repository === undefined) {
    throw new UsageError(`the input import-sarif needs a token for ${FROM_CODE_SCANNING}${tool}`);
  }
  const calls = {
    github: githubClient(token, apiUrl),
    calls: callsOf(SYSTEM_CLOCK, new AbortController().signal),
    ownerRepo: { owner: repository.owner, repo: repository.name },
  };
  const head = change?.pull === undefined ? [] : [`refs/pull/${change.pull}/head`];
  const commits = [sha, change?.head].flatMap((commit) => commit ?? []);
  const analyses = await fetchAnalysesOf(calls, { tool, refs: [ref, ...head], commits });
  const files: string[] = [];
  for (const { id } of analyses) {
    const path = join(temporaryFolder, `rustward-import-${from + files.length}.sarif`);
    writeFileSync(path, await fetchAnalysisSarif(calls, id));
    files.push(path);
  }
  return files;
}
