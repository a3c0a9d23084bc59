import { createHash } from 'node:crypto';
import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { fetchBranchHead } from '../pulls/fetch-pulls.ts';

/** The branch of the picture: one commit without a parent, which the next one replaces. */
export const CHART_BRANCH = 'rustward/dashboard';
const FILE = 'progress.svg';

/** Nobody's checks have to run for a picture. */
const MESSAGE = 'Progress of the migration to Rust [skip ci]';

/**
 * Sees that the picture is on its branch. One that is there already is left as it is.
 * @param access with a token that writes contents
 * @returns its path below the repository's address; undefined where a person has taken the branch, or
 *   the repository refuses
 */
export async function publishChart(
  access: RepositoryClient,
  svg: string,
): Promise<string | undefined> {
  const { github, calls, ownerRepo } = access;
  const { git } = github.rest;
  const blob = blobSha(svg);
  // A new picture has a new address, so that nobody is shown an old one.
  const address = `blob/${CHART_BRANCH}/${FILE}?raw=true&v=${blob.slice(0, 10)}`;
  try {
    const current = await fetchBranchHead(access, CHART_BRANCH);
    if (current !== undefined) {
      const own = await fetchOwnFiles(access, current);
      if (own === undefined) return undefined;
      if (own.get(FILE) === blob) return address;
    }
    const tree = await calls.write((options) =>
      git.createTree({
        ...{ ...ownerRepo, ...options },
        tree: [{ path: FILE, mode: '100644', type: 'blob', content: svg }],
      }),
    );
    const commit = await calls.write((options) =>
      git.createCommit({
        ...{ ...ownerRepo, ...options, message: MESSAGE, tree: tree.data.sha, parents: [] },
      }),
    );
    const { sha } = commit.data;
    await calls.write(
      async (options) => {
        if (current === undefined) {
          await git.createRef({ ...ownerRepo, ...options, ref: `refs/heads/${CHART_BRANCH}`, sha });
        } else {
          const ref = `heads/${CHART_BRANCH}`;
          await git.updateRef({ ...ownerRepo, ...options, ref, sha, force: true });
        }
        return true;
      },
      async () => ((await fetchBranchHead(access, CHART_BRANCH)) === sha ? true : undefined),
    );
    return address;
  } catch (thrown) {
    // A rule protects all branches, or the app may not write contents: the list says the same in words.
    if ([403, 404, 409, 422].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
    throw thrown;
  }
}

/** The files of a commit by path; undefined where it is none of ours. */
async function fetchOwnFiles(
  { github, calls, ownerRepo, identity }: RepositoryClient,
  sha: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { data: commit } = await calls.read((options) =>
    github.rest.repos.getCommit({ ...ownerRepo, ...options, ref: sha }),
  );
  if (commit.author?.id !== identity.bot || commit.parents.length > 0) return undefined;
  const { data } = await calls.read((options) =>
    github.rest.git.getTree({ ...ownerRepo, ...options, tree_sha: commit.commit.tree.sha }),
  );
  return new Map(data.tree.map((one) => [one.path ?? '', one.sha ?? '']));
}

/** The name that git gives a text. */
function blobSha(text: string): string {
  const head = `blob ${Buffer.byteLength(text)}\0`;
  return createHash('sha1').update(head).update(text).digest('hex');
}
