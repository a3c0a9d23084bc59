import { IncompleteError, messageOf } from '../../errors.ts';
import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

/** A run of a workflow for a commit. */
export interface WorkflowRun {
  readonly name: string | undefined;
  /** The id of its check suite. */
  readonly suite: number | undefined;
  readonly status: string | null;
  readonly conclusion: string | null;
  readonly url: string;
}

/** The newest status of a context of a commit. */
export interface CommitStatus {
  readonly context: string;
  readonly state: string;
  readonly description: string;
  readonly url: string | undefined;
}

/** Of a log, its beginning and its end are kept; in between there is nothing to go by. */
const HALF_BYTES = 2_000_000;
const MAX_BYTES = 64_000_000;
const MAX_SECONDS = 60;

/** The last runs of workflows for a commit, 100 at most. */
export async function fetchWorkflowRuns(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
): Promise<WorkflowRun[]> {
  const { data } = await calls.read((options) =>
    github.rest.actions.listWorkflowRunsForRepo({
      ...{ ...ownerRepo, ...options, head_sha: sha, per_page: 100 },
    }),
  );
  return data.workflow_runs.map(({ name, check_suite_id, status, conclusion, html_url }) => ({
    ...{ name: name ?? undefined, suite: check_suite_id, status, conclusion, url: html_url },
  }));
}

/** The statuses of a commit, 100 at most. */
export async function fetchCommitStatuses(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
): Promise<CommitStatus[]> {
  const { data } = await calls.read((options) =>
    github.rest.repos.getCombinedStatusForRef({
      ...{ ...ownerRepo, ...options, ref: sha, per_page: 100 },
    }),
  );
  return data.statuses.map(({ context, state, description, target_url }) => ({
    ...{ context, state, description: description ?? '', url: target_url ?? undefined },
  }));
}

/**
 * The log of a job of GitHub Actions.
 * @param client with a token that reads actions
 * @returns undefined where it is gone, or the token may not read it
 * @throws IncompleteError when the server that has it gives no answer
 */
export async function fetchJobLog(
  client: RepositoryCalls,
  job: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = await fetchLogAddress(client, job);
  if (address === undefined) return undefined;
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_SECONDS * 1000)]);
    const answer = await client.calls.read(async ({ request }) => {
      const answer = await fetch(address, { signal: AbortSignal.any([request.signal, ends]) });
      if (answer.status < 500) return answer;
      const problem = `status ${answer.status}`;
      throw Object.assign(new Error(problem), { status: answer.status });
    });
    if (answer.status === 404 || answer.status === 410) return undefined;
    if (!answer.ok || answer.body === null) throw new Error(`status ${answer.status}`);
    return await readEnds(answer.body);
  } catch (thrown) {
    signal.throwIfAborted();
    throw new IncompleteError(`the log of a job could not be read: ${messageOf(thrown)}`);
  }
}

/** Logs are on another server, and the token is not for there: GitHub's redirect is not followed. */
async function fetchLogAddress(
  { github, calls, ownerRepo }: RepositoryCalls,
  job_id: number,
): Promise<string | undefined> {
  return await calls.read(async ({ request }) => {
    try {
      const { headers } = await github.rest.actions.downloadJobLogsForWorkflowRun({
        ...{ ...ownerRepo, job_id, request: { ...request, redirect: 'manual' } },
      });
      return headers.location;
    } catch (thrown) {
      if ([403, 404, 410].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
      throw thrown;
    }
  });
}

async function readEnds(body: ReadableStream<Uint8Array>): Promise<string> {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    const room = HALF_BYTES - head.length;
    if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)]);
    if (chunk.length > room) {
      tail = Buffer.concat([tail, chunk.subarray(Math.max(0, room))]).subarray(-HALF_BYTES);
    }
    if (read > MAX_BYTES) break;
  }
  return head.toString() + tail.toString();
}
