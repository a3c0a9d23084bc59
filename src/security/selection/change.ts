import { extname } from 'node:path';
import type { Skip } from '../../workspace/files/skip.ts';
import { SOURCE_EXTENSIONS } from '../../workspace/files/source-files.ts';
import type { ChangedFile } from '../../workspace/git/diff-ranges.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import type { ScanOutcome } from '../scan/scan.ts';

/** What differs between the work tree and the commit that a review compares it with. */
export interface Change {
  /** The name of that commit for the report, with the merge base where that is another one. */
  readonly name: string;
  readonly files: readonly ChangedFile[];
}

/**
 * The change between the merge base with a commit and the work tree.
 * @param unfetched files of the tree that are not in the folder: they count as unchanged
 * @throws UsageError when the folder is in no work tree, or git knows no such commit
 */
export async function changeSince(
  base: string,
  root: string,
  unfetched: readonly Skip[],
): Promise<Change> {
  const git = await openRepository(root);
  const named = await git.commit(base);
  const commit = await git.mergeBase(named);
  const shownBase = /^[0-9a-f]{40,}$/.test(base) ? base.slice(0, 10) : base;
  const name =
    commit === named ? shownBase : `${shownBase} (where it parted, ${commit.slice(0, 10)})`;
  const except = unfetched.map(({ file }) => file);
  return { name, files: await git.changes(commit, except) };
}

/** Changed sources that the scan was told to leave out, so that the report can name them. */
export function skippedChanges(
  changes: readonly ChangedFile[],
  { files, skips }: ScanOutcome,
  unfetched: readonly Skip[],
): Skip[] {
  const named = new Set([...files, ...skips, ...unfetched].map(({ file }) => file));
  const isSource = (path: string) => SOURCE_EXTENSIONS.includes(extname(path).toLowerCase());
  return changes
    .filter(({ path }) => isSource(path) && !named.has(path))
    .map(({ path }) => ({ file: path, reason: LEFT_OUT, failed: false }));
}

const LEFT_OUT = 'is left out: by a pattern, or since it is in a folder such as vendor';
