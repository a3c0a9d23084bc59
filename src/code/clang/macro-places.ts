import type { ClangLines, ClangMacroEvent, ClangMacros, ClangRange } from './unit.ts';

/** Lines of the preprocessed text. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Where some lines of a file are in the preprocessed text. */
export function spanOf(
  { file, startLine, endLine }: ClangRange,
  lines: ClangMacros['lines'],
): TextSpan {
  const stretches = lines.get(file) ?? [];
  const from = lineInText(stretches, startLine);
  return { from, to: Math.max(from, lineInText(stretches, endLine)) };
}

/**
 * What a name means where some lines begin, or comes to mean within them; undefined where it is no macro there.
 * One that is undefined again within the lines counts: they may use it.
 * @param isDefined whether an event defines the name, and does not take it away
 */
export function macroWithin<Event extends ClangMacroEvent>(
  events: readonly Event[],
  { from, to }: TextSpan,
  isDefined: (event: Event) => boolean,
): Event | undefined {
  const inside = events.findLast((one) => one.at > from && one.at <= to && isDefined(one));
  if (inside !== undefined) return inside;
  const before = events.findLast(({ at }) => at <= from);
  return before !== undefined && isDefined(before) ? before : undefined;
}

/**
 * The line of the preprocessed text where a line of a file is. A header that is included once more, and is empty
 * then, begins a stretch that holds none of its lines.
 */
function lineInText(stretches: readonly ClangLines[], line: number): number {
  const isAhead = ({ firstLine }: ClangLines) => firstLine <= line;
  const holds = ({ firstLine, at, end }: ClangLines) => at + (line - firstLine) < end;
  const found =
    stretches.findLast((one) => isAhead(one) && holds(one)) ?? stretches.findLast(isAhead);
  if (found === undefined) return Number.POSITIVE_INFINITY;
  return found.at + (line - found.firstLine);
}
