import { messageOf } from '../../src/errors.ts';
import { refusalOf } from '../../src/github/api/retrying-calls.ts';
import { withoutLink } from '../../src/github/api/without-link.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { RunResult } from '../result/run-result.ts';
import type { Job } from '../runner/job.ts';
import { githubClient } from './github-client.ts';
import { publishComments } from './publish-comments.ts';
import { uploadToCodeScanning } from './upload-to-code-scanning.ts';

/**
 * Says a result on GitHub, as far as the inputs and the configuration ask for it. One shard says
 * nothing: it knows a part.
 * @returns what a person should know of it, one line each. That GitHub refuses, or gives no
 *   answer, is no failure of the step: the result is in the job's summary all the same.
 */
export async function publishResult(
  reviewed: RunResult,
  inputs: Inputs,
  job: Job,
): Promise<string[]> {
  const { token, shard, maxComments } = inputs;
  const { repository } = job;
  if (token === undefined || repository === undefined || shard !== undefined) return [];
  const github = githubClient(token, job.apiUrl);
  const place = { job, repository, github };
  const notices: string[] = [];
  if ((inputs.uploadSarif ?? reviewed.configuration.sarif) !== 'off') {
    const tell = () => uploadToCodeScanning(reviewed, place);
    notices.push(...(await asFarAsAllowed(tell, 'code scanning was not told', SARIF_NEEDS)));
  }
  if (inputs.comment) {
    const say = () => publishComments(reviewed, place, maxComments);
    notices.push(...(await asFarAsAllowed(say, 'not everything was commented', COMMENTS_NEED)));
  }
  return notices;
}

const SARIF_NEEDS = 'the job needs the permission security-events: write';
const COMMENTS_NEED = 'the job needs the permissions checks: write and pull-requests: write';

/**
 * Whatever keeps GitHub from being told becomes a notice: the result is known by then, and stands in
 * the files, the annotations and the summary of the job.
 */
async function asFarAsAllowed(
  act: () => Promise<readonly string[]>,
  what: string,
  needs: string,
): Promise<readonly string[]> {
  try {
    return await act();
  } catch (thrown) {
    const why = withoutLink(messageOf(thrown));
    return [`${what}: ${why}${refusalOf(thrown) === undefined ? '' : `; ${needs}`}`];
  }
}
