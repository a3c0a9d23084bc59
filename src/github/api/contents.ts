import { UsageError } from '../../errors.ts';
import { undefinedIfMissing } from './commits.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** A file on a branch. */
export interface BranchFile {
  readonly text: string;
  /** The id of its blob. */
  readonly sha: string;
}

/**
 * The text of a file; undefined where there is none at that path.
 * @param ref a commit; the default branch by default
 */
export async function fetchFileText(
  { github, calls, ownerRepo }: RepositoryCalls,
  path: string,
  ref?: string,
): Promise<string | undefined> {
  const found = await undefinedIfMissing(() =>
    calls.read((options) =>
      github.rest.repos.getContent({
        ...{ ...ownerRepo, ...options, path, ...(ref !== undefined && { ref }) },
        mediaType: { format: 'raw' },
      }),
    ),
  );
  const data: unknown = found?.data;
  // A folder is answered as a list.
  return typeof data === 'string' ? data : undefined;
}

/**
 * A file that is to be edited; undefined where there is none at that path.
 * @throws UsageError when it is no file, or too long for GitHub to show
 */
export async function fetchBranchFile(
  { github, calls, ownerRepo }: RepositoryCalls,
  path: string,
  branch: string,
): Promise<BranchFile | undefined> {
  const found = await undefinedIfMissing(() =>
    calls.read((options) =>
      github.rest.repos.getContent({ ...ownerRepo, ...options, path, ref: `refs/heads/${branch}` }),
    ),
  );
  if (found === undefined) return undefined;
  const { data } = found;
  if (Array.isArray(data) || data.type !== 'file' || data.encoding !== 'base64') {
    throw new UsageError(`${path} is no file that can be edited`);
  }
  return { text: Buffer.from(data.content, 'base64').toString(), sha: data.sha };
}

/**
 * Commits one file to a branch, on top of whatever the branch is at.
 * @param before the blob that it replaces; undefined for a new file
 * @throws GitHub's refusal 409 where the file is another one by now
 */
export async function writeBranchFile(
  client: RepositoryCalls,
  path: string,
  branch: string,
  {
    text,
    message,
    before,
  }: { readonly text: string; readonly message: string; readonly before?: string | undefined },
): Promise<void> {
  const { github, calls, ownerRepo } = client;
  await calls.write<true>(
    async (options) => {
      await github.rest.repos.createOrUpdateFileContents({
        ...{ ...ownerRepo, ...options, path, branch, message },
        content: Buffer.from(text).toString('base64'),
        ...(before !== undefined && { sha: before }),
      });
      return true;
    },
    async () => ((await fetchBranchFile(client, path, branch))?.text === text ? true : undefined),
  );
}
