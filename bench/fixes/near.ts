import type { ChangedFile } from '../../src/workspace/git/diff-ranges.ts';

/** How far from a changed line a finding may be to be about the change. */
const LINES = 3;

/** Whether a place is within three lines of a changed line, or of where lines were taken away. */
export function isNear(
  place: { readonly file: string; readonly line: number },
  changes: readonly ChangedFile[],
): boolean {
  const ranges = changes.find(({ path }) => path === place.file)?.ranges ?? [];
  return ranges.some(({ start, count }) => {
    // Where lines were taken away, the next one is `start + 1`.
    const [first, last] = count === 0 ? [start + 1, start] : [start, start + count - 1];
    return first - LINES <= place.line && place.line <= last + LINES;
  });
}
