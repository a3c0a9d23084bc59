import type { Skip } from '../../workspace/files/skip.ts';
import type { FileDifference } from '../../workspace/git/diff-ranges.ts';
import type { Deadline } from '../../workspace/process/deadline.ts';
import { failedAnalysis, type ScannedFile } from './scan-file.ts';

/**
 * The files of the head without those whose base was not reached in time: what they have would all count as new, though
 * nothing but the clock says so.
 */
export function withoutUncompared(
  files: readonly ScannedFile[],
  base: readonly ScannedFile[],
  differences: readonly FileDifference[],
  deadline: Deadline | undefined,
): readonly ScannedFile[] {
  if (deadline?.isOver !== true) return files;
  const late = new Set(base.filter(({ skips }) => skips.some(isLate)).map(({ file }) => file));
  const oldPaths = new Map(differences.map(({ path, oldPath }) => [path, oldPath]));
  return files.map((one) =>
    late.has(oldPaths.get(one.file) ?? one.file)
      ? failedAnalysis(one.file, `what it was before could not be examined: ${deadline.reason}`)
      : one,
  );

  function isLate({ reason }: Skip): boolean {
    return deadline !== undefined && reason.endsWith(deadline.reason);
  }
}
