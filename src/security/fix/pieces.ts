import type { LinePiece } from '../candidates/line-fix.ts';
import type { FixHunk } from './fix-plan.ts';

/**
 * The lines of a short hunk that change, in pieces between which lines stay: after the longest common subsequence of both
 * sides. A piece that only adds lines ends before it starts.
 * @param before the lines of the whole file
 */
export function piecesOf(before: readonly string[], hunk: FixHunk): LinePiece[] {
  const old = before.slice(hunk.start_line - 1, hunk.end_line);
  const fresh = hunk.replacement.split('\n');
  const longest = commonLengths(old, fresh);
  const lengthAt = (left: number, right: number) => longest[left]?.[right] ?? 0;
  const pieces: LinePiece[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < fresh.length) {
    const [from, at] = [left, right];
    while (left < old.length || right < fresh.length) {
      const isKept = left < old.length && right < fresh.length && old[left] === fresh[right];
      if (isKept) break;
      if (right < fresh.length && lengthAt(left, right + 1) >= lengthAt(left + 1, right)) right++;
      else left++;
    }
    if (left > from || right > at) {
      pieces.push({
        start_line: hunk.start_line + from,
        end_line: hunk.start_line + left - 1,
        replacement: fresh.slice(at, right).join('\n'),
      });
    }
    while (left < old.length && right < fresh.length && old[left] === fresh[right]) {
      left++;
      right++;
    }
  }
  return pieces;
}

/** How many lines the rests of both sides from two indexes on have in common at most. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array<number>(fresh.length + 1).fill(0),
  );
  for (let left = old.length - 1; left >= 0; left--) {
    for (let right = fresh.length - 1; right >= 0; right--) {
      const row = lengths[left];
      const below = lengths[left + 1];
      if (row === undefined || below === undefined) continue;
      row[right] =
        old[left] === fresh[right]
          ? (below[right + 1] ?? 0) + 1
          : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}
