import type { Token } from '../../syntax/lexer.ts';
import { lastAtMost } from '../../syntax/splices.ts';
import type { Span } from '../ir/ast.ts';

/** A text that is made of tokens of a file, and the places that its characters come from. */
export interface Fragment {
  readonly text: string;
  /** Where a stretch of this text stands in the file. */
  origin(span: Span): Span;
  /** The same of each token in it: those that come of a macro and its arguments are not side by side. */
  origins(span: Span): readonly Span[];
}

/**
 * Prints tokens. Those that stand next to each other in the file keep what is between them, comments
 * included; all others are set apart by a space.
 */
export function printTokens(tokens: readonly Token[], file: string): Fragment {
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let before: Token | undefined;
  for (const token of tokens) {
    const space = before === undefined ? '' : spaceBetween(before, token, file);
    const verbatim = file.slice(token.start, token.end);
    pieces.push(space, token.text);
    length += space.length;
    starts.push(length);
    length += token.text.length;
    before = verbatim === token.text ? token : { ...token, kind: 'directive' };
  }
  const place = (offset: number, isEnd: boolean): number => {
    const token = tokens[lastAtMost(starts, isEnd ? Math.max(0, offset - 1) : offset)];
    const from = starts[lastAtMost(starts, isEnd ? Math.max(0, offset - 1) : offset)] ?? 0;
    if (token === undefined) return 0;
    const isVerbatim = token.end - token.start === token.text.length;
    if (!isVerbatim) return isEnd ? token.end : token.start;
    return Math.min(token.end, token.start + Math.max(0, offset - from));
  };
  const origin = ({ start, end }: Span): Span => {
    const from = place(start, false);
    return { start: from, end: Math.max(from, place(end, true)) };
  };
  return {
    text: pieces.join(''),
    origin,
    origins: ({ start, end }) => {
      const first = lastAtMost(starts, start);
      const last = lastAtMost(starts, Math.max(start, end - 1));
      return starts.slice(first, last + 1).map((from, index) =>
        origin({
          start: Math.max(start, from),
          end: Math.min(end, from + (tokens[first + index]?.text.length ?? 0)),
        }),
      );
    },
  };
}

/** The text between two tokens of a file, where nothing but spaces and comments is. */
function spaceBetween(left: Token, right: Token, file: string): string {
  if (left.kind === 'directive' || right.start < left.end) return ' ';
  const between = file.slice(left.end, right.start);
  if (between.length > 2_000 || !SPACE.test(between)) return between.includes('\n') ? '\n' : ' ';
  return between === '' && /\w$/.test(left.text) && /^\w/.test(right.text) ? ' ' : between;
}

/** Spaces and comments alone; a comment ends where it first can, so that no directive counts as part of one. */
const SPACE = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)*$/;
