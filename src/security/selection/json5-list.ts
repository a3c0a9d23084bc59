/** An element of a list: from its first character to the one after its last. */
interface Element {
  readonly from: number;
  readonly to: number;
  /** Where the comma after it is. */
  readonly comma: number | undefined;
}

/** A list in JSON5, as an editor needs it. */
export interface ListLayout {
  readonly elements: readonly Element[];
  /** Where its closing bracket is. */
  readonly end: number;
}

/** White space and comments, strings, punctuation, and whatever else stands between these. */
const TOKEN =
  /(?<idle>\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[[\]{},]|[^\s[\]{},"'/]+/gu;

/**
 * Finds the elements of a list without changing a character.
 * @param text JSON5 whose value is a list: the caller has parsed it
 */
export function listLayout(text: string): ListLayout {
  const elements: Element[] = [];
  let depth = 0;
  let open: { from: number; to: number } | undefined;
  const close = (comma?: number) => {
    if (open !== undefined) elements.push({ ...open, comma });
    open = undefined;
  };
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    if (groups?.['idle'] !== undefined) continue;
    if (token === ']' || token === '}') depth -= 1;
    if (depth === 0 && token === ']') {
      close();
      return { elements, end: index };
    }
    if (depth === 1 && token === ',') close(index);
    else if (depth >= 1) open = { from: open?.from ?? index, to: index + token.length };
    if (token === '[' || token === '{') depth += 1;
  }
  throw new Error('the text is no list in JSON5');
}
