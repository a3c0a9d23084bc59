import { fetchBranchHead, fetchGitCommit } from './commits.ts';
import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';
import { type CommitTree, EXECUTABLE_MODE, FILE_MODE, findBlockedPath } from './trees.ts';

/** A commit to make. */
export interface CommitToWrite {
  readonly branch: string;
  /** Its only parent; undefined for a commit without one, of these files alone. */
  readonly base: CommitTree | undefined;
  /** With their whole text; null takes a file away. */
  readonly files: readonly { readonly path: string; readonly content: string | null }[];
  readonly message: string;
}

/** How a branch gets to a commit. */
export type BranchUpdate =
  /** It begins there. @throws GitHub's refusal 422 where there is one of that name */
  | { readonly kind: 'create' }
  /** From the parent of the commit: what anyone else has written there stays. */
  | { readonly kind: 'append' }
  /**
   * From the commit that it is at, which is given up. One that is the same change already stays,
   * and so does one that is not there any more when the branch is to be moved.
   */
  | { readonly kind: 'replace'; readonly current: string }
  /** Whatever it is at. */
  | { readonly kind: 'overwrite' };

export type WrittenCommit =
  | { readonly kind: 'written'; readonly head: string }
  /** The branch is at another commit by now, and stays there. */
  | { readonly kind: 'moved' }
  /** Something that is no file of text is where a file is to be. */
  | { readonly kind: 'blocked'; readonly problem: string };

/**
 * Writes one commit, and moves a branch there: it has all of the files then, or none. A file that can
 * be executed stays so. Every commit of the app is made here.
 * @param client with a token that writes contents
 * @throws as `Calls`
 */
export async function writeCommit(
  client: RepositoryCalls,
  { branch, base, files, message }: CommitToWrite,
  update: BranchUpdate,
): Promise<WrittenCommit> {
  const { github, calls, ownerRepo } = client;
  const problem = base && (await findBlockedPath(base, pathsOf(files), WRITABLE));
  if (problem !== undefined) return { kind: 'blocked', problem };
  const entries = await Promise.all(files.map((file) => treeEntryOf(file, base)));
  const tree = await writeTree(client, entries, base?.sha);
  if (update.kind === 'replace') {
    const { current } = update;
    const before = await fetchGitCommit(client, current);
    const isSame = before.tree === tree && before.parents.join() === (base?.commit ?? '');
    if (isSame) return { kind: 'written', head: current };
  }
  const parents = base === undefined ? [] : [base.commit];
  const { data: commit } = await calls.write((options) =>
    github.rest.git.createCommit({
      ...{ ...ownerRepo, ...options, message, tree, parents },
    }),
  );
  if (update.kind === 'replace' && (await fetchBranchHead(client, branch)) !== update.current) {
    return { kind: 'moved' };
  }
  return await moveBranch(client, branch, commit.sha, update, base?.commit);
}

/** Of one request: GitHub writes a blob for each file, and ends a request that takes it too long. */
const MAX_TREE_ENTRIES = 200;

/**
 * Writes the tree of a commit, in as many requests as it takes: each goes on from the tree before.
 * @param base the tree that the files go on top of
 * @returns its id
 */
async function writeTree(
  { github, calls, ownerRepo }: RepositoryCalls,
  entries: readonly Awaited<ReturnType<typeof treeEntryOf>>[],
  base: string | undefined,
): Promise<string> {
  let tree = base;
  for (let at = 0; at < entries.length || tree === undefined; at += MAX_TREE_ENTRIES) {
    const part = entries.slice(at, at + MAX_TREE_ENTRIES);
    const { data } = await calls.write((options) =>
      github.rest.git.createTree({
        ...{ ...ownerRepo, ...options, tree: part },
        ...(tree !== undefined && { base_tree: tree }),
      }),
    );
    tree = data.sha;
  }
  return tree;
}

const WRITABLE = [FILE_MODE, EXECUTABLE_MODE];

function pathsOf(files: CommitToWrite['files']): string[] {
  return files.map(({ path }) => path);
}

async function treeEntryOf(
  { path, content }: CommitToWrite['files'][number],
  base: CommitTree | undefined,
) {
  const before = await base?.entryAt(path);
  const mode = before?.mode === EXECUTABLE_MODE ? EXECUTABLE_MODE : FILE_MODE;
  const entry = { path, mode, type: 'blob' } as const;
  return content === null ? { ...entry, sha: null } : { ...entry, content };
}

async function moveBranch(
  client: RepositoryCalls,
  branch: string,
  sha: string,
  { kind }: BranchUpdate,
  parent: string | undefined,
): Promise<WrittenCommit> {
  const { github, calls, ownerRepo } = client;
  const { git } = github.rest;
  try {
    await calls.write(
      async (options) => {
        const place = { ...ownerRepo, ...options, sha };
        if (kind === 'create') await git.createRef({ ...place, ref: `refs/heads/${branch}` });
        else await git.updateRef({ ...place, ref: `heads/${branch}`, force: kind !== 'append' });
        return true;
      },
      async () => ((await fetchBranchHead(client, branch)) === sha ? true : undefined),
    );
    return { kind: 'written', head: sha };
  } catch (thrown) {
    if (kind !== 'append' || refusalOf(thrown)?.status !== 422) throw thrown;
    // No fast-forward, or the branch is gone.
    if ((await fetchBranchHead(client, branch)) === parent) throw thrown;
    return { kind: 'moved' };
  }
}
