/** One change of a text: what stands from start to end becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts a text in the place of a node. */
export function replace({ start, end }: Span, text: string): Edit {
  return { start, end, text };
}

/** Puts a text before an offset. */
export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/**
 * The text after edits that do not overlap; those at one place follow each other as given.
 * @returns none where they overlap
 */
export function applied(text: string, edits: readonly Edit[]): string | undefined {
  const sorted = edits.toSorted((one, other) => one.start - other.start);
  let result = '';
  let at = 0;
  for (const { start, end, text: put } of sorted) {
    if (start < at) return undefined;
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at);
}
