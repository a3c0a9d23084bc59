import { IncompleteError } from '../../../errors.ts';
import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import type { PlannedFile } from '../../isolated-worker/migration-plan.ts';
import { fetchBranchHead, hasOthersCommits } from './fetch-pulls.ts';

/** A commit to make. */
export interface NewCommit {
  readonly branch: string;
  /** Its only parent. */
  readonly base: string;
  readonly files: readonly PlannedFile[];
  readonly message: string;
}

/** The commit that a branch is at then; or that a person has written there, which stays. */
export type Published =
  | { readonly kind: 'published'; readonly head: string }
  | { readonly kind: 'others' }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Sees that a branch is one commit of ours on top of its base: made when it is missing, moved when only
 * the app has written to it. Done again, it finds the branch as it is.
 * @param access with a token that writes contents
 */
export async function publishFiles(
  access: RepositoryClient,
  commit: NewCommit,
): Promise<Published> {
  const { github, calls, ownerRepo } = access;
  const { git } = github.rest;
  const { branch, base, files, message } = commit;
  const before = await calls.read((options) =>
    git.getCommit({ ...ownerRepo, ...options, commit_sha: base }),
  );
  const problem = await findBlockedPath(access, before.data.tree.sha, files);
  if (problem !== undefined) return { kind: 'refused', problem };
  const current = await fetchBranchHead(access, branch);
  if (current !== undefined && (await hasOthersCommits(access, base, current))) {
    return { kind: 'others' };
  }
  const tree = await calls.write((options) =>
    git.createTree({
      ...{ ...ownerRepo, ...options, base_tree: before.data.tree.sha },
      tree: files.map(({ path, content }) => {
        const entry = { path, mode: '100644' as const, type: 'blob' as const };
        return content === null ? { ...entry, sha: null } : { ...entry, content };
      }),
    }),
  );
  if (current !== undefined && (await isSameChange(access, current, base, tree.data.sha))) {
    return { kind: 'published', head: current };
  }
  const made = await calls.write((options) =>
    git.createCommit({
      ...{ ...ownerRepo, ...options, message, tree: tree.data.sha, parents: [base] },
    }),
  );
  const { sha } = made.data;
  const landed = async () => ((await fetchBranchHead(access, branch)) === sha ? true : undefined);
  if (current === undefined) {
    try {
      await calls.write(async (options) => {
        await git.createRef({ ...ownerRepo, ...options, ref: `refs/heads/${branch}`, sha });
        return true;
      }, landed);
    } catch (thrown) {
      // Another worker was faster: the next try finds what it made.
      if (refusalOf(thrown)?.status !== 422) throw thrown;
      throw new IncompleteError(`the branch ${branch} has just been made by somebody else`);
    }
    return { kind: 'published', head: sha };
  }
  // Whoever pushed since this was looked at keeps what they wrote.
  if ((await fetchBranchHead(access, branch)) !== current) return { kind: 'others' };
  await calls.write(async (options) => {
    await git.updateRef({ ...ownerRepo, ...options, ref: `heads/${branch}`, sha, force: true });
    return true;
  }, landed);
  return { kind: 'published', head: sha };
}

async function isSameChange(
  { github, calls, ownerRepo }: RepositoryClient,
  head: string,
  base: string,
  tree: string,
): Promise<boolean> {
  const { data } = await calls.read((options) =>
    github.rest.git.getCommit({ ...ownerRepo, ...options, commit_sha: head }),
  );
  const [parent, ...others] = data.parents;
  return data.tree.sha === tree && parent?.sha === base && others.length === 0;
}

/** What of the base stands in the way of a file: a link, a submodule, a program, a file as a folder. */
async function findBlockedPath(
  { github, calls, ownerRepo }: RepositoryClient,
  root: string,
  files: readonly PlannedFile[],
): Promise<string | undefined> {
  const folders = new Map<string, Promise<Map<string, { mode: string; sha: string }>>>();
  const list = (sha: string) => {
    const known = folders.get(sha);
    if (known !== undefined) return known;
    const listed = calls
      .read((options) => github.rest.git.getTree({ ...ownerRepo, ...options, tree_sha: sha }))
      .then(({ data }) => new Map(data.tree.map((one) => [one.path, one] as const)));
    folders.set(sha, listed);
    return listed;
  };
  for (const { path } of files) {
    const parts = path.split('/');
    let folder: string | undefined = root;
    for (const [at, part] of parts.entries()) {
      const found: { mode: string; sha: string } | undefined = (await list(folder)).get(part);
      if (found === undefined) break;
      const wanted = at === parts.length - 1 ? '100644' : '040000';
      if (found.mode !== wanted) {
        return `${parts.slice(0, at + 1).join('/')} has the mode ${found.mode} in the repository`;
      }
      folder = found.sha;
    }
  }
  return undefined;
}
