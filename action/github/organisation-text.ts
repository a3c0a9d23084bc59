import { messageOf } from '../../src/errors.ts';
import { fetchOrganisationText } from '../../src/github/api/fetch-configuration.ts';
import { callsOf } from '../../src/github/api/retrying-calls.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import type { Job } from '../runner/job.ts';
import type { JobLog } from '../runner/job-log.ts';
import { githubClient } from './github-client.ts';

/**
 * What the owner of the repository has settled for all of theirs, as far as the token of the job can read it:
 * the repository `.github` has to be public, or internal. What cannot be fetched does not count, and is told.
 */
export async function organisationText(
  token: string | undefined,
  { apiUrl, repository }: Job,
  log: JobLog,
): Promise<string | undefined> {
  if (token === undefined || repository === undefined) return undefined;
  const client = {
    github: githubClient(token, apiUrl),
    calls: callsOf(SYSTEM_CLOCK, new AbortController().signal),
    ownerRepo: { owner: repository.owner, repo: repository.name },
  };
  try {
    return await fetchOrganisationText(client);
  } catch (thrown) {
    log.line(`warning: what the organisation has settled does not count: ${messageOf(thrown)}`);
    return undefined;
  }
}
