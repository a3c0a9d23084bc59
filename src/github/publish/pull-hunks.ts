import { fetchPullFiles } from '../api/pulls.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import { type HunkLines, hunksOf } from '../publication-plan/hunks.ts';

/** The lines of each file that comments may be on; undefined where GitHub shows none of a file. */
export async function fetchPullHunks(
  client: RepositoryCalls,
  pull: number,
): Promise<ReadonlyMap<string, readonly HunkLines[] | undefined>> {
  // GitHub lists 3,000 files; a finding in a further one is told in the summary.
  const files = await fetchPullFiles(client, pull);
  return new Map(
    files.map(({ path, patch }) => [path, patch === undefined ? undefined : hunksOf(patch)]),
  );
}
