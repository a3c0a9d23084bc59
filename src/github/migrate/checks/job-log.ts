import { IncompleteError, messageOf } from '../../../errors.ts';
import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';

/** Of a log, its beginning and its end are kept; in between there is nothing to go by. */
const HALF_BYTES = 2_000_000;
const MAX_BYTES = 64_000_000;
const MAX_SECONDS = 60;

/**
 * The log of a job of GitHub Actions.
 * @param access with a token that reads actions
 * @returns undefined where it is gone, or the token may not read it
 * @throws IncompleteError when whoever has it gives no answer
 */
export async function fetchJobLog(
  { github, calls, ownerRepo }: RepositoryClient,
  job_id: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = await calls.read(async ({ request }) => {
    try {
      // It is somewhere else, and the token is not for there.
      const { headers } = await github.rest.actions.downloadJobLogsForWorkflowRun({
        ...{ ...ownerRepo, job_id, request: { ...request, redirect: 'manual' } },
      });
      return headers.location;
    } catch (thrown) {
      if ([403, 404, 410].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
      throw thrown;
    }
  });
  if (address === undefined) return undefined;
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_SECONDS * 1000)]);
    const answer = await fetch(address, { signal: ends });
    if (answer.status === 404 || answer.status === 410) return undefined;
    if (!answer.ok || answer.body === null) throw new Error(`status ${answer.status}`);
    return await readEnds(answer.body);
  } catch (thrown) {
    signal.throwIfAborted();
    throw new IncompleteError(`the log of a job could not be read: ${messageOf(thrown)}`);
  }
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
