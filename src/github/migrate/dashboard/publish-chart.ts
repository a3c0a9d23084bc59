import { createHash } from 'node:crypto';
import { fetchBranchHead, fetchCommit } from '../../api/commits.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { refusalOf } from '../../api/retrying-calls.ts';
import { fetchFolder, type TreeEntry } from '../../api/trees.ts';
import { writeCommit } from '../../api/write-commit.ts';

/** The branch of the picture: one commit without a parent, which the next one replaces. */
export const CHART_BRANCH = 'rustward/dashboard';
const FILE = 'progress.svg';

/** No checks have to run for a picture. */
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
  const blob = blobSha(svg);
  // A new picture has a new address, so that no cache shows an old one.
  const address = `blob/${CHART_BRANCH}/${FILE}?raw=true&v=${blob.slice(0, 10)}`;
  try {
    const current = await fetchBranchHead(access, CHART_BRANCH);
    if (current !== undefined) {
      const own = await fetchOwnFiles(access, current);
      if (own === undefined) return undefined;
      if (own.get(FILE)?.sha === blob) return address;
    }
    await writeCommit(
      access,
      {
        ...{ branch: CHART_BRANCH, base: undefined, message: MESSAGE },
        files: [{ path: FILE, content: svg }],
      },
      { kind: current === undefined ? 'create' : 'overwrite' },
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
  access: RepositoryClient,
  sha: string,
): Promise<ReadonlyMap<string, TreeEntry> | undefined> {
  const { author, parents, tree } = await fetchCommit(access, sha);
  if (author !== access.identity.bot || parents.length > 0) return undefined;
  return await fetchFolder(access, tree);
}

/** The name that git gives a text. */
function blobSha(text: string): string {
  const head = `blob ${Buffer.byteLength(text)}\0`;
  return createHash('sha1').update(head).update(text).digest('hex');
}
