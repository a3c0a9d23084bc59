import { leadsOutside } from '../../leads-outside.ts';
import { isSourcePath } from '../../workspace/files/source-files.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { inShard, type Shard } from './shard.ts';

/** Whether a run reports on a file. What it does not report on is scanned for what it tells of the rest. */
export type FileFilter = (file: string) => boolean;

/**
 * The files that a run reports on; undefined for all.
 * @param fits whether a file fits patterns that a person gives; missing for all
 * @param only the files and folders that a person names, below the root; undefined for all of it
 */
export function reportedFiles(
  shard: Shard | undefined,
  only: readonly string[] | undefined,
  fits?: FileFilter,
): FileFilter | undefined {
  if (shard === undefined && only === undefined && fits === undefined) return undefined;
  const isNamed = (file: string) =>
    only?.some((path) => file === path || file.startsWith(`${path}/`)) ?? true;
  return (file) =>
    (shard === undefined || inShard(file, shard)) && isNamed(file) && (fits?.(file) ?? true);
}

/** What a scan of a tree found in some of its files. What is known of no file is the first shard's. */
export function outcomeWithin(
  outcome: ScanOutcome,
  isReported: FileFilter | undefined,
): ScanOutcome {
  if (isReported === undefined) return outcome;
  const isOwn = ({ file }: { readonly file: string }) => isReported(file);
  return {
    ...outcome,
    candidates: outcome.candidates.filter(isOwn),
    files: outcome.files.filter(isOwn),
    // What is said of the build, and of headers outside of the tree, concerns each of them.
    skips: outcome.skips.filter(
      (skip) => isOwn(skip) || !isSourcePath(skip.file) || leadsOutside(skip.file),
    ),
  };
}
