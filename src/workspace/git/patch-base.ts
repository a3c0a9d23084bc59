import { findSourceFiles, type SourceFileOptions } from '../files/source-files.ts';
import { readSourceBytes, TEXT_LIMITS } from '../files/source-text.ts';
import type { AppliedPatch } from './applied-patch.ts';
import type { CommitFiles, GitFile } from './repository.ts';
import { withTracked } from './with-tracked.ts';

/**
 * The tree as it was before a patch, read as a commit is: what is the same now is read from the tree itself.
 * @param select what a scan of the tree leaves out: it is no part of what it is compared with either
 */
export function patchBase(
  root: string,
  patch: AppliedPatch,
  select: SourceFileOptions | undefined,
): CommitFiles {
  let listed: Promise<GitFile[]> | undefined;
  const list = async () => {
    const options = await withTracked(root, select);
    const { files } = findSourceFiles(root, { ...options, extensions: 'any' });
    const kept = files.filter(({ path }) => !patch.added.has(path) && !patch.before.has(path));
    const changed = [...patch.before].map(([path, text]) => ({ path, bytes: text.length }));
    return [...kept, ...changed].map(({ path, bytes }) => ({
      ...{ path, bytes, object: path },
      executable: false,
    }));
  };
  return {
    files: () => {
      listed ??= list();
      return listed;
    },
    contents: (paths) => Promise.resolve(paths.map((path) => patch.before.get(path) ?? read(path))),
  };

  /** What cannot be read now is named by the scan of the tree. */
  function read(path: string): Buffer {
    const limits = { ...TEXT_LIMITS, maxLineBytes: Number.POSITIVE_INFINITY };
    const source = readSourceBytes(root, path, limits);
    return 'skip' in source ? Buffer.alloc(0) : source.bytes;
  }
}
