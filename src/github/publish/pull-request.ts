import { type HunkLines, hunksOf } from './hunks.ts';
import { type Publication, repositoryOf } from './target.ts';

/** The commit that the pull request is at now. */
export async function headOf(
  { github, calls, target }: Publication,
  pull: number,
): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.get({ ...repositoryOf(target), ...options, pull_number: pull }),
  );
  return data.head.sha;
}

/** The lines of each file that comments may be on; undefined where GitHub shows none of a file. */
export async function pullHunks(
  { github, calls, target }: Publication,
  pull: number,
): Promise<ReadonlyMap<string, readonly HunkLines[] | undefined>> {
  // GitHub lists 3,000 files; a finding in a further one is told in the summary.
  const files = await calls.read((options) =>
    github.paginate(github.rest.pulls.listFiles, {
      ...{ ...repositoryOf(target), ...options, pull_number: pull, per_page: 100 },
    }),
  );
  return new Map(
    files.map(({ filename, patch }) => [
      filename,
      patch === undefined ? undefined : hunksOf(patch),
    ]),
  );
}
