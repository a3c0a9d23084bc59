import { publicationOf } from '../../src/github/api/review-target.ts';
import { uploadSarif } from '../../src/github/publish/upload-sarif.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import { toSarifFiles } from '../../src/security/printers/sarif/sarif.ts';
import type { RunResult } from '../result/run-result.ts';
import { publicMarkerKey, type ResultPlace } from './github-client.ts';

/**
 * Uploads a result to code scanning.
 * @returns what a person should know of it, one line each
 * @throws as `uploadSarif`
 */
export async function uploadToCodeScanning(
  { report }: RunResult,
  { job: { change, ref, sha }, repository, github }: ResultPlace,
): Promise<readonly string[]> {
  const head = report.revision?.commit ?? sha;
  // The job's own ref names its own commit: of a pull request, the merge.
  const own = change?.pull === undefined || head === sha ? ref : `refs/pull/${change.pull}/head`;
  if (head === undefined || own === '') {
    return ['code scanning was not told: it is unknown which commit was examined'];
  }
  const publication = publicationOf(
    { repository, head, ref: own },
    {
      // No check run is made here, so that no app is needed.
      ...{ github, identity: { app: 0, bot: 0 }, markerKey: publicMarkerKey(repository) },
      ...{ clock: SYSTEM_CLOCK, signal: new AbortController().signal },
    },
  );
  const { notice } = await uploadSarif(publication, toSarifFiles(report)[0] ?? '');
  return notice === undefined ? [] : [notice];
}
