import type { MergeMethod } from '../state/merging.ts';
import { remembered } from './remembered.ts';
import { runGit, tryGit } from './run-git.ts';
import { type Signature, writeCommit } from './write-commit.ts';

/** The tree of two commits merged; undefined when they conflict. */
export const mergedTree = remembered((folder: string, ours: string, theirs: string) =>
  tryGit(folder, 'merge-tree', '--write-tree', '--no-messages', ours, theirs),
);

export interface Merge {
  readonly base: string;
  readonly head: string;
  readonly method: MergeMethod;
  readonly message: string;
  readonly author: Signature;
}

/** The commit that a branch would be at with another merged; undefined when they conflict. */
export async function mergedCommit(
  folder: string,
  { base, head, method, message, author }: Merge,
): Promise<string | undefined> {
  const committer = { ...author, name: 'GitHub', email: 'noreply@github.com' };
  if (method === 'rebase') return await rebased(folder, base, head, committer);
  const tree = await mergedTree(folder, base, head);
  if (tree === undefined) return undefined;
  const parents = method === 'merge' ? [base, head] : [base];
  return await writeCommit(folder, { tree, parents, message, author, committer });
}

async function rebased(folder: string, base: string, head: string, committer: Signature) {
  const range = ['rev-list', '--reverse', '--no-merges', head, `^${base}`];
  const commits = (await runGit(folder, range)).toString().trim().split('\n');
  const format = ['show', '--no-patch', '--format=%P%x00%an%x00%ae%x00%at%x00%B'];
  let tip = base;
  for (const commit of commits.filter((line) => line !== '')) {
    const text = (await runGit(folder, [...format, commit])).toString();
    const [parent = '', name = '', email = '', seconds, message = ''] = text.split('\0');
    const author = { name, email, seconds: Number(seconds) };
    // The tip with the commit's own parent: what both have in common is that parent.
    const tree = `${await tryGit(folder, 'rev-parse', `${tip}^{tree}`)}`;
    const aside = { tree, parents: [parent], message: '', author, committer };
    const picked = await mergedTree(folder, await writeCommit(folder, aside), commit);
    if (picked === undefined) return undefined;
    const next = { tree: picked, parents: [tip], author, committer };
    tip = await writeCommit(folder, { ...next, message: message.replace(/\n$/, '') });
  }
  return tip;
}
