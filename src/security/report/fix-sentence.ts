import type { LineFix, LinePiece } from '../candidates/line-fix.ts';

/** What a fix does, and where: "Print it by "%s", in place of line 9". */
export function fixSentence(fix: LineFix): string {
  const places = piecesOf(fix).map(placeOf);
  const last = places.pop() ?? '';
  const all = places.length === 0 ? last : `${places.join(', ')} and ${last}`;
  return `${fix.title}, ${all}`;
}

/** The lines that a fix brings; those that stay between its pieces are left out. */
export function fixedLines(fix: LineFix): string {
  return piecesOf(fix)
    .map(({ replacement }) => replacement)
    .filter((lines) => lines !== '')
    .join('\n…\n');
}

function piecesOf(fix: LineFix): readonly LinePiece[] {
  return fix.pieces ?? [fix];
}

function placeOf({ start_line: first, end_line: last, replacement }: LinePiece): string {
  if (last < first) return `in front of line ${first}`;
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return replacement === '' ? `without ${lines}` : `in place of ${lines}`;
}
