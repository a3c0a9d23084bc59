import { ownerRepoOf, type Publication } from '../api/review-target.ts';
import { type HunkLines, hunksOf } from './hunks.ts';

/** The commit that the pull request is at now. */
export async function fetchPullHead(
  { github, calls, target }: Publication,
  pull: number,
): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.get({ ...ownerRepoOf(target), ...options, pull_number: pull }),
  );
  return data.head.sha;
}

/** The lines of each file that comments may be on; undefined where GitHub shows none of a file. */
export async function fetchPullHunks(
  { github, calls, target }: Publication,
  pull: number,
): Promise<ReadonlyMap<string, readonly HunkLines[] | undefined>> {
  // GitHub lists 3,000 files; a finding in a further one is told in the summary.
  const files = await calls.read((options) =>
    github.paginate(github.rest.pulls.listFiles, {
      ...{ ...ownerRepoOf(target), ...options, pull_number: pull, per_page: 100 },
    }),
  );
  return new Map(
    files.map(({ filename, patch }) => [
      filename,
      patch === undefined ? undefined : hunksOf(patch),
    ]),
  );
}
