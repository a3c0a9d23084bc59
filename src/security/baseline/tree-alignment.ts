import type { DiffHunk, FileDifference } from '../../workspace/git/diff-ranges.ts';

/** A line of a file, 1-based. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
}

/**
 * Which line of the base each line of the head was: git's diff of the two trees, renames included.
 * A file that differs nowhere stands for itself.
 */
export class TreeAlignment {
  private readonly byHead = new Map<string, FileDifference>();
  private readonly byBase = new Map<string, FileDifference>();

  constructor(differences: readonly FileDifference[]) {
    for (const difference of differences) {
      const { oldPath, path } = difference;
      if (path !== undefined) this.byHead.set(path, difference);
      if (oldPath !== undefined) this.byBase.set(oldPath, difference);
    }
  }

  /** The name of a file in the base; undefined where it is new. */
  baseFileOf(file: string): string | undefined {
    const difference = this.byHead.get(file);
    return difference === undefined ? file : difference.oldPath;
  }

  /** The place of an unchanged line in the base; undefined where the line is new or changed. */
  baseOf({ file, line }: LinePlace): LinePlace | undefined {
    const baseFile = this.baseFileOf(file);
    if (baseFile === undefined) return undefined;
    const hunks = this.byHead.get(file)?.hunks ?? [];
    let shift = 0;
    for (const { start, count, oldCount } of hunks) {
      // Where nothing stands now, `start` is the line before.
      const first = count === 0 ? start + 1 : start;
      if (line < first) break;
      if (line < first + count) return undefined;
      shift += oldCount - count;
    }
    return { file: baseFile, line: line + shift };
  }

  /** Whether a line of the base is still there, at any line of any file. */
  isKept({ file, line }: LinePlace): boolean {
    const difference = this.byBase.get(file);
    if (difference === undefined) return true;
    return difference.path !== undefined && oldHunkAt(difference.hunks, line) === undefined;
  }

  /** A name for the stretch of changed lines that a line of the head is in. */
  hunkOfHead({ file, line }: LinePlace): string | undefined {
    const difference = this.byHead.get(file);
    const at = difference?.hunks.findIndex(
      ({ start, count }) => start <= line && line < start + count,
    );
    return at === undefined || at < 0 ? undefined : `${difference?.oldPath ?? ''}\0${at}`;
  }

  /** The same for a line of the base. */
  hunkOfBase({ file, line }: LinePlace): string | undefined {
    const hunks = this.byBase.get(file)?.hunks ?? [];
    const hunk = oldHunkAt(hunks, line);
    return hunk === undefined ? undefined : `${file}\0${hunks.indexOf(hunk)}`;
  }
}

function oldHunkAt(hunks: readonly DiffHunk[], line: number): DiffHunk | undefined {
  return hunks.find(({ oldStart, oldCount }) => oldStart <= line && line < oldStart + oldCount);
}
