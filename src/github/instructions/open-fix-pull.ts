import type { FixPlan } from '../../security/fix/fix-plan.ts';
import { refusalOf } from '../publish/calls.ts';
import type { Access } from './access.ts';
import type { Pull } from './pull.ts';

type Fixed = Extract<FixPlan, { kind: 'fixed' }>;

/**
 * Commits a fix to a branch of its own, and opens a draft pull request from there to the branch of
 * the one that it mends. A branch that is there already is left alone.
 * @param access with a token that writes contents
 * @returns the number of the pull request; undefined where GitHub refuses
 */
export async function openFixPull(
  access: Access,
  pull: Pull,
  key: string,
  plan: Fixed,
  text: string,
): Promise<number | undefined> {
  const { github, calls, place } = access;
  const branch = `rustward/fix/${key}-${pull.head.slice(0, 7)}`;
  try {
    const before = await pullFrom(access, branch);
    if (before !== undefined) return before;
    await commitTo(access, branch, pull, key, plan);
    const body = `${text}\n\nIt mends what #${pull.number} brings, and goes into its branch.`;
    return await calls.write(
      async (options) => {
        const { data } = await github.rest.pulls.create({
          ...{ ...place, ...options, title: `Fix finding ${key}`, body, draft: true },
          ...{ head: branch, base: pull.branch },
        });
        return data.number;
      },
      () => pullFrom(access, branch),
    );
  } catch (thrown) {
    if ([403, 404, 409, 422].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
    throw thrown;
  }
}

async function pullFrom(
  { github, calls, place }: Access,
  branch: string,
): Promise<number | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.list({
      ...place,
      ...options,
      head: `${place.owner}:${branch}`,
      state: 'all',
    }),
  );
  return data[0]?.number;
}

/** One commit, which the branch begins with: it is there as a whole, or not at all. */
async function commitTo(
  { github, calls, place }: Access,
  branch: string,
  pull: Pull,
  key: string,
  { files }: Fixed,
): Promise<void> {
  const { git } = github.rest;
  const exists = () => branchExists({ github, calls, place }, branch);
  if (await exists()) return;
  const before = await calls.read((options) =>
    git.getTree({ ...place, ...options, tree_sha: pull.head, recursive: 'true' }),
  );
  const modes = new Map(before.data.tree.map(({ path, mode }) => [path, mode]));
  const tree = await calls.write((options) =>
    git.createTree({
      ...{ ...place, ...options, base_tree: before.data.sha },
      tree: files.map(({ path, content }) => {
        const mode = modes.get(path) === '100755' ? '100755' : '100644';
        return { path, content, mode, type: 'blob' };
      }),
    }),
  );
  const message = `Fix finding ${key}\n\nProposed for pull request ${pull.number}.`;
  const commit = await calls.write((options) =>
    git.createCommit({
      ...{ ...place, ...options, message, tree: tree.data.sha, parents: [pull.head] },
    }),
  );
  await calls.write(
    async (options) => {
      await git.createRef({
        ...{ ...place, ...options, ref: `refs/heads/${branch}`, sha: commit.data.sha },
      });
      return true;
    },
    async () => ((await exists()) ? true : undefined),
  );
}

async function branchExists(
  { github, calls, place }: Pick<Access, 'github' | 'calls' | 'place'>,
  branch: string,
): Promise<boolean> {
  try {
    await calls.read((options) =>
      github.rest.git.getRef({ ...place, ...options, ref: `heads/${branch}` }),
    );
    return true;
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return false;
    throw thrown;
  }
}
