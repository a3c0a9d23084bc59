import { diffArrays } from 'diff';

/** Which lines of two versions of a text are the same. Lines count from 1. */
export interface LineMatching {
  /** The line of head that is the same, or undefined where the change removed or rewrote it. */
  inHead(baseLine: number): number | undefined;
  /** The line of base that is the same, or undefined where the change wrote it. */
  inBase(headLine: number): number | undefined;
  /**
   * Where a line of base stands in head, or would stand: a removed line is half a line before the
   * line of head that follows it.
   */
  positionInHead(baseLine: number): number;
  /** Whether the change removed, rewrote or wrote a line in a stretch of head; a removal counts where it stood. */
  touchesHead(firstLine: number, lastLine: number): boolean;
}

/** A longest common subsequence of lines (Myers, "An O(ND) difference algorithm and its variations", 1986). */
export function matchLines(base: string, head: string): LineMatching {
  const positions: number[] = [0];
  const origins: (number | undefined)[] = [undefined];
  const removals: number[] = [];
  for (const { value, added, removed } of diffArrays(base.split('\n'), head.split('\n'))) {
    for (const _line of value) {
      if (added) origins.push(undefined);
      else if (removed) {
        positions.push(origins.length - 0.5);
        removals.push(origins.length - 0.5);
      } else {
        positions.push(origins.length);
        origins.push(positions.length - 1);
      }
    }
  }
  const lastLine = origins.length - 1;
  const positionInHead = (line: number) => positions[line] ?? lastLine + 0.5;
  return {
    inHead(line) {
      const position = positions[line];
      return position === undefined || !Number.isInteger(position) || line < 1
        ? undefined
        : position;
    },
    inBase: (line) => origins[line],
    positionInHead,
    touchesHead(first, last) {
      for (let line = Math.max(1, first); line <= Math.min(last, lastLine); line += 1)
        if (origins[line] === undefined) return true;
      return removals.some((position) => first - 0.5 <= position && position <= last + 0.5);
    },
  };
}
