import type { ChangeHunk, SourceChange } from './source-change.ts';

/** A line of the head. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
}

/**
 * The line that a comment on a changed line stands at: the line itself where it was added, and where lines are only gone,
 * the one that stands right behind them now.
 * @param distance how far the changed line may be
 * @returns undefined where no changed line is as near as that
 */
export function changedLineNear(
  { file, line }: LinePlace,
  change: SourceChange,
  distance = 0,
): number | undefined {
  const [nearest] = change
    .hunks(file)
    .map((hunk) => nearestIn(hunk, line))
    .toSorted((left, right) => left.off - right.off);
  return nearest === undefined || nearest.off > distance ? undefined : nearest.line;
}

function nearestIn({ start, count }: ChangeHunk, line: number) {
  // Both lines around what is gone are as near to it as can be.
  if (count === 0) {
    return { line: start + 1, off: Math.max(0, start - line, line - (start + 1)) };
  }
  const nearest = Math.min(Math.max(line, start), start + count - 1);
  return { line: nearest, off: Math.abs(line - nearest) };
}
