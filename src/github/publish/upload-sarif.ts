import { gzipSync } from 'node:zlib';
import { refusalOf } from '../api/calls.ts';
import { ownerRepoOf, type Publication } from '../api/review-target.ts';

/** What an upload needs of a publication. */
type Upload = Pick<Publication, 'github' | 'calls' | 'target' | 'clock' | 'signal'>;

/** What GitHub takes after gzip, in bytes; a larger file is rejected as a whole. */
const MAX_BYTES = 10 * 1024 * 1024;
const POLL_MILLISECONDS = 3000;
/** Processing takes seconds; whoever waits longer holds a worker for nothing. */
const MAX_POLLS = 20;

export interface SarifOutcome {
  /** Of the upload; missing when nothing was uploaded. */
  readonly id?: string;
  /** Why code scanning was not told, or not wholly, in a sentence. */
  readonly notice?: string;
}

/**
 * Tells code scanning, where the repository has it. An upload takes the place of the last one of its
 * category on that ref, so that doing it twice is doing it once.
 * @throws as `Calls`; that GitHub refuses is a notice
 */
export async function uploadSarif(publication: Upload, sarif: string): Promise<SarifOutcome> {
  if (sarif === '') return {};
  const { github, calls, target } = publication;
  const { head: commit_sha, ref } = target;
  const packed = gzipSync(sarif);
  if (packed.length > MAX_BYTES) {
    const size = `${packed.length} bytes packed, more than ${MAX_BYTES}`;
    return { notice: `Code scanning was not told: the results have ${size}.` };
  }
  const body = { commit_sha, ref, sarif: packed.toString('base64') };
  try {
    const { data } = await calls.write((options) =>
      github.rest.codeScanning.uploadSarif({ ...ownerRepoOf(target), ...options, ...body }),
    );
    const id = data.id ?? '';
    const problem = await waitUntilProcessed(publication, id);
    return { id, ...(problem !== undefined && { notice: problem }) };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal === undefined) throw thrown;
    return { notice: `Code scanning was not told: ${reasonOf(refusal)}.` };
  }
}

/** Waits until GitHub has read an upload; what is wrong with it, or undefined. */
async function waitUntilProcessed(
  publication: Upload,
  sarif_id: string,
): Promise<string | undefined> {
  const { github, calls, target, clock, signal } = publication;
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const status = await calls.read(async (options) => {
      try {
        const request = { ...ownerRepoOf(target), ...options, sarif_id };
        return (await github.rest.codeScanning.getSarif(request)).data;
      } catch (thrown) {
        // It may take a moment until an upload is known.
        if (refusalOf(thrown)?.status === 404) return undefined;
        throw thrown;
      }
    });
    if (status?.processing_status === 'complete') return undefined;
    if (status?.processing_status === 'failed') {
      const errors = (status.errors ?? []).slice(0, 3).join('; ');
      return `Code scanning could not use the results: ${errors}`;
    }
    await clock.sleep(POLL_MILLISECONDS, signal);
  }
  return 'Code scanning had not read the results after a minute.';
}

function reasonOf({ status, message }: { status: number; message: string }): string {
  if (status === 404) return 'the repository has none, or the app may not see it';
  // GitHub's sentence, such as that it is not enabled, without the address that follows.
  return message.replace(/ - https?:\S+$/, '').replace(/\.$/, '');
}
