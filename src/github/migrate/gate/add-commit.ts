import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import type { ReadyRepairPlan } from '../../isolated-worker/repair-plan.ts';
import { fetchBranchHead } from '../pulls/fetch-pulls.ts';
import { lostTest } from './refused-repair.ts';

/** What came of a commit that was to go on top of a branch. */
export type AddedCommit =
  | { readonly kind: 'pushed'; readonly head: string }
  /** The branch is at another commit by now: whoever wrote that keeps it. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Puts one commit on top of a branch, and never anything in the place of what is there.
 * @param access with a token that writes contents
 */
export async function addCommit(
  access: RepositoryClient,
  branch: string,
  { base, files }: ReadyRepairPlan,
  message: string,
): Promise<AddedCommit> {
  const { github, calls, ownerRepo } = access;
  const { git } = github.rest;
  if ((await fetchBranchHead(access, branch)) !== base) return { kind: 'moved' };
  const before = await calls.read((options) =>
    git.getTree({ ...ownerRepo, ...options, tree_sha: base, recursive: 'true' }),
  );
  if (before.data.truncated)
    return { kind: 'refused', problem: 'the repository has too many files' };
  const entries = new Map(before.data.tree.map((one) => [one.path, one]));
  for (const { path, content } of files) {
    const problem = inTheWay(path);
    if (problem !== undefined) return { kind: 'refused', problem };
    const sha = entries.get(path)?.sha;
    const lost = sha === undefined ? undefined : lostTest(await textOf(sha), content ?? '');
    if (lost !== undefined) return { kind: 'refused', problem: `it loses the test ${lost}` };
  }
  const tree = await calls.write((options) =>
    git.createTree({
      ...{ ...ownerRepo, ...options, base_tree: before.data.sha },
      tree: files.map(({ path, content }) => {
        return { path, content: content ?? '', mode: '100644', type: 'blob' };
      }),
    }),
  );
  const commit = await calls.write((options) =>
    git.createCommit({
      ...{ ...ownerRepo, ...options, message, tree: tree.data.sha, parents: [base] },
    }),
  );
  const { sha } = commit.data;
  try {
    await calls.write(
      async (options) => {
        await git.updateRef({
          ...ownerRepo,
          ...options,
          ref: `heads/${branch}`,
          sha,
          force: false,
        });
        return true;
      },
      async () => ((await fetchBranchHead(access, branch)) === sha ? true : undefined),
    );
    return { kind: 'pushed', head: sha };
  } catch (thrown) {
    // No fast-forward, or the branch is gone.
    if (refusalOf(thrown)?.status !== 422 || (await fetchBranchHead(access, branch)) === base)
      throw thrown;
    return { kind: 'moved' };
  }

  async function textOf(file_sha: string): Promise<string> {
    const { data } = await calls.read((options) =>
      git.getBlob({ ...ownerRepo, ...options, file_sha }),
    );
    return Buffer.from(data.content, 'base64').toString();
  }

  /** A link, a submodule or a program where a plain file is to be. */
  function inTheWay(path: string): string | undefined {
    const parts = path.split('/');
    for (const [index] of parts.entries()) {
      const part = parts.slice(0, index + 1).join('/');
      const mode = entries.get(part)?.mode;
      const wanted = part === path ? '100644' : '040000';
      if (mode !== undefined && mode !== wanted) return `${part} has the mode ${mode}`;
    }
    return undefined;
  }
}
