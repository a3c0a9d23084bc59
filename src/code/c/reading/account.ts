import type { Token } from '../../syntax/lexer.ts';
import { lastAtMost } from '../../syntax/splices.ts';
import { descendants, type SyntaxTree } from '../../syntax/syntax.ts';
import { TouchedText } from '../../syntax/touched-text.ts';
import type { Span } from '../ir/ast.ts';
import { isKeyword } from './keywords.ts';
import type { UnitReading } from './read-unit.ts';

/** Why a stretch of code was not followed. */
export type UnfollowedReason = 'unparsed' | 'unread';

/** A stretch of code that was not followed. */
interface Unfollowed extends Span {
  readonly reason: UnfollowedReason;
}

/** Which of the code of a file was followed. Code is what stands in functions and initialisers. */
export interface CodeAccount {
  /** The words, numbers and texts in code: those that were followed, and the others. */
  readonly followed: number;
  /** One for each token that was not followed, in the order of the file. */
  readonly unfollowed: readonly Unfollowed[];
  /** What the build leaves out. It is counted nowhere else. */
  readonly aside: readonly Span[];
  /** Braces without a counterpart. */
  readonly unfitting: readonly Span[];
  /** Lines with code: all, and those of which anything was not followed. */
  readonly lines: number;
  readonly unfollowedLines: number;
}

/**
 * Compares what the lexer found in code with what lowering looked at. Keywords and signs are left out: they
 * are nothing without what stands between them.
 */
export function accountOf(
  { tree, code, blocks, unread, replaced, readAnew, unclosed, malformed, unfitting }: UnitReading,
  touched: TouchedText,
  aside: readonly Span[] = [],
): CodeAccount {
  const inFile = new TouchedText();
  for (const token of replaced) inFile.add(token);
  for (const span of touched.spans()) for (const part of tree.origins(span)) inFile.add(part);
  const counted = code.filter(isCounted);
  const doubtful = doubtfulText(tree, counted, blocks, readAnew);
  if (unclosed !== undefined) doubtful.add(unclosed);
  for (const word of malformed) doubtful.add(word);
  const missing = counted.filter(
    (token) => !inFile.has(token.start) || doubtful.has(token.start) || isOpen(token),
  );
  const known = new Set(code.map(({ start }) => start));
  const left = unread.filter((token) => isCounted(token) && !known.has(token.start));
  // The bracket stands for what should be behind it, also where that is nothing; and for all of it where none was
  // taken for code, as in an enumeration.
  const isTaken =
    unclosed !== undefined &&
    counted.some(({ start }) => unclosed.start <= start && start < unclosed.end);
  const open = unclosed && {
    start: unclosed.start,
    end: isTaken ? unclosed.start + 1 : unclosed.end,
  };
  const unfollowed = [
    ...(open === undefined ? [] : [{ ...open, reason: 'unparsed' as const }]),
    ...missing.map(({ start, end }) => ({ start, end, reason: 'unparsed' as const })),
    ...malformed
      .filter((token) => !known.has(token.start) || !isCounted(token))
      .map(({ start, end }) => ({ start, end, reason: 'unparsed' as const })),
    ...left.map(({ start, end }) => ({ start, end, reason: 'unread' as const })),
  ].sort((a, b) => a.start - b.start);
  const lineOf = ({ start, end }: Span) => tree.location({ start, end }).line;
  return {
    followed: counted.length - missing.length,
    unfollowed,
    aside,
    unfitting: unfitting.map(({ start, end }) => ({ start, end })),
    lines: new Set([...code, ...left].map(lineOf)).size,
    unfollowedLines: new Set(unfollowed.map(lineOf)).size,
  };
}

/**
 * What the grammar gave up on: it may mean something else than was made of it. Where there is no
 * word in that, the one before it stands for it.
 */
function doubtfulText(
  tree: SyntaxTree,
  counted: readonly Token[],
  blocks: readonly Span[],
  readAnew: readonly Span[],
): TouchedText {
  const inCode = new TouchedText();
  for (const block of blocks) inCode.add(block);
  const isOutdated = new TouchedText();
  for (const span of readAnew) isOutdated.add(span);
  const doubtful = new TouchedText();
  const errors = [...tree.broken].flatMap((item) =>
    descendants(item).filter(({ type }) => type === 'ERROR'),
  );
  const starts = counted.map(({ start }) => start);
  const missing = tree.missing.map((offset) => ({ start: offset, end: offset }));
  for (const place of [...errors, ...missing]) {
    const span = tree.origin(place);
    if (!inCode.has(span.start)) continue;
    // What the grammar made of all builds together does not count where they were read one by one.
    const isOfFile = span.start === place.start && span.end === place.end;
    if (isOfFile && isOutdated.has(span.start)) continue;
    doubtful.add(span);
    const before = counted[lastAtMost(starts, Math.max(span.start, span.end - 1))];
    if (before !== undefined) doubtful.add(before);
  }
  return doubtful;
}

/** Whether the quote is missing that ends a text, so that the code behind it may have been taken for some. */
function isOpen({ kind, text }: Token): boolean {
  if (kind !== 'string' && kind !== 'character') return false;
  const quote = kind === 'string' ? '"' : "'";
  return !text.endsWith(quote) || /^\w*['"]$/.test(text);
}

function isCounted({ kind, text }: Token): boolean {
  if (kind === 'sign' || kind === 'directive') return false;
  return kind !== 'word' || !isKeyword(text);
}
