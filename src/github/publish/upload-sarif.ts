import { gzipSync } from 'node:zlib';
import { createSarifUpload, fetchSarifProcessing } from '../api/code-scanning.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import type { Publication } from '../api/review-target.ts';
import { withoutLink } from '../api/without-link.ts';

/** What an upload needs of a publication. */
type Upload = RepositoryCalls & Pick<Publication, 'target' | 'clock' | 'signal'>;

/** What GitHub takes after gzip, in bytes; a larger file is rejected as a whole. */
const MAX_BYTES = 10 * 1024 * 1024;
const POLL_MILLISECONDS = 3000;
/** Processing takes seconds; to wait longer would hold a worker for nothing. */
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
  const { head: commit, ref } = publication.target;
  const packed = gzipSync(sarif);
  if (packed.length > MAX_BYTES) {
    const size = `${packed.length} bytes packed, more than ${MAX_BYTES}`;
    return { notice: `Code scanning was not told: the results have ${size}.` };
  }
  try {
    const id = await createSarifUpload(publication, { commit, ref, sarif: packed });
    const problem = await waitUntilProcessed(publication, id);
    return { id, ...(problem !== undefined && { notice: problem }) };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal === undefined) throw thrown;
    return { notice: `Code scanning was not told: ${reasonOf(refusal)}.` };
  }
}

/** Waits until GitHub has read an upload; what is wrong with it, or undefined. */
async function waitUntilProcessed(publication: Upload, id: string): Promise<string | undefined> {
  const { clock, signal } = publication;
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const processing = await fetchSarifProcessing(publication, id);
    if (processing?.status === 'complete') return undefined;
    if (processing?.status === 'failed') {
      const errors = processing.errors.slice(0, 3).join('; ');
      return `Code scanning could not use the results: ${errors}`;
    }
    await clock.sleep(POLL_MILLISECONDS, signal);
  }
  return 'Code scanning had not read the results after a minute.';
}

function reasonOf({ status, message }: { status: number; message: string }): string {
  if (status === 404) return 'the repository has none, or the app may not see it';
  // GitHub's sentence, such as that it is not enabled, without the address that follows.
  return withoutLink(message).replace(/\.$/, '');
}
