/** Lines of the new side that a hunk shows, changed or around a change, both ends included. */
export interface HunkLines {
  readonly first: number;
  readonly last: number;
}

const HEAD = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/**
 * The lines of a file that may be commented on, from the `patch` with which GitHub lists it. Lines
 * are counted off rather than taken from the heads, as GitHub may cut a long patch anywhere.
 */
export function hunksOf(patch: string): HunkLines[] {
  const hunks: { first: number; last: number }[] = [];
  for (const line of patch.split('\n')) {
    const head = HEAD.exec(line);
    const first = Number(head?.[1]);
    if (head !== null) hunks.push({ first, last: first - 1 });
    else if (/^[ +]/.test(line)) {
      const hunk = hunks.at(-1);
      if (hunk !== undefined) hunk.last += 1;
    }
  }
  return hunks.filter(({ first, last }) => first <= last);
}

/**
 * The part of a stretch of lines that can be commented on: inside one hunk, and as near to its
 * first line, where the defect is named, as there is one. Undefined where no hunk shows any of it.
 */
export function shownPart(
  hunks: readonly HunkLines[],
  { first, last }: HunkLines,
): HunkLines | undefined {
  // Hunks come in the order of the file.
  const hunk = hunks.find((one) => one.first <= last && first <= one.last);
  if (hunk === undefined) return undefined;
  return { first: Math.max(first, hunk.first), last: Math.min(last, hunk.last) };
}
