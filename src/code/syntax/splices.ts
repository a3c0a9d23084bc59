/** A text without its spliced lines (C11 5.1.1.2, phase 2), and where its characters stand in the whole one. */
export interface LogicalText {
  readonly text: string;
  /** The offset in the whole text of a character of this one. */
  place(offset: number): number;
}

/** A backslash at the end of a line; compilers allow for spaces behind it. */
const SPLICE = /\\[ \t]*\r?\n/g;

/** Joins the lines that end in a backslash. */
export function joinSplicedLines(text: string): LogicalText {
  if (!/\\[ \t]*\r?\n/.test(text)) return { text, place: (offset) => offset };
  const pieces: string[] = [];
  /** Where each piece begins in the joined text, and in the whole one. */
  const starts: number[] = [0];
  const places: number[] = [0];
  let length = 0;
  let from = 0;
  for (const { index, 0: splice } of text.matchAll(SPLICE)) {
    pieces.push(text.slice(from, index));
    length += index - from;
    from = index + splice.length;
    starts.push(length);
    places.push(from);
  }
  pieces.push(text.slice(from));
  return {
    text: pieces.join(''),
    place(offset) {
      const piece = lastAtMost(starts, offset);
      return (places[piece] ?? 0) + offset - (starts[piece] ?? 0);
    },
  };
}

/** The index of the last of some ascending numbers that is at most a given one; 0 where none is. */
export function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
