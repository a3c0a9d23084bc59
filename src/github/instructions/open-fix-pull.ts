import type { FixPlan } from '../../security/fix/fix-plan.ts';
import { refusalOf } from '../api/calls.ts';
import type { PullRequest } from '../api/pull.ts';
import type { RepositoryClient } from '../api/repository-client.ts';

type Fixed = Extract<FixPlan, { kind: 'fixed' }>;

/**
 * Commits a fix to a branch of its own, and opens a draft pull request from there to the branch of
 * the one that it mends. A branch that is there already is left alone.
 * @param access with a token that writes contents
 * @returns the number of the pull request; undefined where GitHub refuses
 */
export async function openFixPull(
  access: RepositoryClient,
  pull: PullRequest,
  key: string,
  plan: Fixed,
  text: string,
): Promise<number | undefined> {
  const { github, calls, ownerRepo } = access;
  const branch = `rustward/fix/${key}-${pull.head.slice(0, 7)}`;
  try {
    const before = await findPullFrom(access, branch);
    if (before !== undefined) return before;
    await commitFix(access, branch, pull, key, plan);
    const body = `${text}\n\nIt mends what #${pull.number} brings, and goes into its branch.`;
    return await calls.write(
      async (options) => {
        const { data } = await github.rest.pulls.create({
          ...{ ...ownerRepo, ...options, title: `Fix finding ${key}`, body, draft: true },
          ...{ head: branch, base: pull.branch },
        });
        return data.number;
      },
      () => findPullFrom(access, branch),
    );
  } catch (thrown) {
    if ([403, 404, 409, 422].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
    throw thrown;
  }
}

async function findPullFrom(
  { github, calls, ownerRepo }: RepositoryClient,
  branch: string,
): Promise<number | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.list({
      ...ownerRepo,
      ...options,
      head: `${ownerRepo.owner}:${branch}`,
      state: 'all',
    }),
  );
  return data[0]?.number;
}

/** One commit, which the branch begins with: it is there as a whole, or not at all. */
async function commitFix(
  { github, calls, ownerRepo }: RepositoryClient,
  branch: string,
  pull: PullRequest,
  key: string,
  { files }: Fixed,
): Promise<void> {
  const { git } = github.rest;
  const exists = () => branchExists({ github, calls, ownerRepo }, branch);
  if (await exists()) return;
  const before = await calls.read((options) =>
    git.getTree({ ...ownerRepo, ...options, tree_sha: pull.head, recursive: 'true' }),
  );
  const modes = new Map(before.data.tree.map(({ path, mode }) => [path, mode]));
  const tree = await calls.write((options) =>
    git.createTree({
      ...{ ...ownerRepo, ...options, base_tree: before.data.sha },
      tree: files.map(({ path, content }) => {
        const mode = modes.get(path) === '100755' ? '100755' : '100644';
        return { path, content, mode, type: 'blob' };
      }),
    }),
  );
  const message = `Fix finding ${key}\n\nProposed for pull request ${pull.number}.`;
  const commit = await calls.write((options) =>
    git.createCommit({
      ...{ ...ownerRepo, ...options, message, tree: tree.data.sha, parents: [pull.head] },
    }),
  );
  await calls.write(
    async (options) => {
      await git.createRef({
        ...{ ...ownerRepo, ...options, ref: `refs/heads/${branch}`, sha: commit.data.sha },
      });
      return true;
    },
    async () => ((await exists()) ? true : undefined),
  );
}

async function branchExists(
  { github, calls, ownerRepo }: Pick<RepositoryClient, 'github' | 'calls' | 'ownerRepo'>,
  branch: string,
): Promise<boolean> {
  try {
    await calls.read((options) =>
      github.rest.git.getRef({ ...ownerRepo, ...options, ref: `heads/${branch}` }),
    );
    return true;
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return false;
    throw thrown;
  }
}
