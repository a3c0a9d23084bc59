import type { Token } from '../../syntax/lexer.ts';

/** For each token of a list, what {@link behindBrackets} gives. A nest of brackets is asked for at each of its levels. */
const ENDS = new WeakMap<readonly Token[], Int32Array>();

/** The index behind the bracket that closes the one at an index, or behind the last token. */
export function behindBrackets(tokens: readonly Token[], open: number): number {
  return tableOf(ENDS, tokens, endsOfBrackets)[open] ?? tokens.length;
}

/** A table of a list of tokens, which is made once. */
function tableOf(
  known: WeakMap<readonly Token[], Int32Array>,
  tokens: readonly Token[],
  make: (tokens: readonly Token[]) => Int32Array,
): Int32Array {
  const kept = known.get(tokens);
  if (kept?.length === tokens.length) return kept;
  const table = make(tokens);
  known.set(tokens, table);
  return table;
}

/** Linear: from the last token on, the nearest index is kept at which each depth is reached. */
function endsOfBrackets(tokens: readonly Token[]): Int32Array {
  const depths = new Int32Array(tokens.length);
  let depth = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(' || text === '[' || text === '{') depth += 1;
    else if (text === ')' || text === ']' || text === '}') depth -= 1;
    depths[at] = depth;
  }
  const ends = new Int32Array(tokens.length);
  const nearest = new Map<number, number>();
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    nearest.set(depths[at] ?? 0, at + 1);
    ends[at] = nearest.get(depths[at - 1] ?? 0) ?? tokens.length;
  }
  return ends;
}

/** For each opening brace of a list, what {@link closingBrace} gives. */
const CLOSING = new WeakMap<readonly Token[], Int32Array>();

/** The index of the brace that closes the one at an index, whatever other brackets are open; behind the last token where none does. */
export function closingBrace(tokens: readonly Token[], open: number): number {
  return tableOf(CLOSING, tokens, closingBraces)[open] ?? tokens.length;
}

function closingBraces(tokens: readonly Token[]): Int32Array {
  const closing = new Int32Array(tokens.length).fill(tokens.length);
  const open: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{') open.push(at);
    else if (text === '}') {
      const opening = open.pop();
      if (opening !== undefined) closing[opening] = at;
    }
  }
  return closing;
}
