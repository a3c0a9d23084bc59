import { leftOutReason } from '../../workspace/files/left-out-reason.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { isSourcePath, type SourceFileOptions } from '../../workspace/files/source-files.ts';
import type { AppliedPatch } from '../../workspace/git/applied-patch.ts';
import {
  type ChangedFile,
  changedFiles,
  type FileDifference,
} from '../../workspace/git/diff-ranges.ts';
import type { GitRepository } from '../../workspace/git/repository.ts';
import type { ScanOutcome } from '../scan/scan.ts';

/** What differs between the work tree and the commit that a review compares it with. */
export interface Change {
  /** The name of that commit for the report, with the merge base where that is another one. */
  readonly name: string;
  /** The merge base; empty where a patch is the change. */
  readonly commit: string;
  /** Both sides of what differs, renamed files included. */
  readonly differences: readonly FileDifference[];
  readonly files: readonly ChangedFile[];
}

/**
 * The change between the merge base with a commit and the work tree.
 * @param onWarning hears where the two have no common ancestor, as in a shallow clone
 * @param unfetched files of the tree that are not in the folder: they count as unchanged
 * @throws UsageError when git knows no such commit
 */
export async function changeSince(
  base: string,
  git: GitRepository,
  unfetched: readonly Skip[],
  onWarning: (line: string) => void,
): Promise<Change> {
  const named = await git.commit(base);
  const ancestor = await git.commonAncestor(named);
  const commit = ancestor ?? named;
  const isCommit = /^[0-9a-f]{40,}$/.test(base);
  const shownBase = isCommit ? base.slice(0, 10) : base;
  if (ancestor === undefined && !isCommit) {
    onWarning(
      `git knows no common ancestor of ${base} and HEAD, as in a shallow clone: compared with ${base} ` +
        'itself; fetch more of the history to compare with where the change parted from it',
    );
  }
  const name =
    commit === named ? shownBase : `${shownBase} (where it parted, ${commit.slice(0, 10)})`;
  const except = unfetched.map(({ file }) => file);
  const differences = await git.differences(commit, except);
  return { name, commit, differences, files: changedIn(differences) };
}

/** The change that a patch has made to the work tree, whatever else differs from the last commit. */
export function changeOfPatch({ differences }: AppliedPatch): Change {
  return { name: PATCH_BASE, commit: '', differences, files: changedIn(differences) };
}

/** What a patch is compared with, for people. */
const PATCH_BASE = 'the tree without the patch';

/** Of a file that was only renamed no line has changed. */
function changedIn(differences: readonly FileDifference[]): ChangedFile[] {
  return changedFiles(differences.filter(({ hunks }) => hunks.length > 0));
}

/**
 * Changed sources that the scan was told to leave out, so that the report can name them.
 * @param select what it was told
 */
export function skippedChanges(
  changes: readonly ChangedFile[],
  { files, skips }: ScanOutcome,
  unfetched: readonly Skip[],
  select: SourceFileOptions | undefined,
): Skip[] {
  const named = new Set([...files, ...skips, ...unfetched].map(({ file }) => file));
  return changes
    .filter(({ path }) => isSourcePath(path) && !named.has(path))
    .map(({ path }) => ({ file: path, reason: leftOutReason(path, select), failed: false }));
}
