import type { RedactedLines } from '../../model/redaction/redacted-lines.ts';

/** Lines shown before and after a place. */
const CONTEXT = 4;
const MAX_LINE = 200;

/** The line of a place, trimmed and clipped. */
export function evidenceAt(lines: RedactedLines, line: number): string {
  return clipLine(lines.at(line).trim());
}

/** The lines around a place; a place of many lines is shown to its end or for CONTEXT more. */
export function excerptAround(lines: RedactedLines, line: number, endLine: number) {
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.count, Math.min(endLine, line + CONTEXT) + CONTEXT);
  const length = Math.max(0, last - first + 1);
  return {
    first_line: first,
    lines: Array.from({ length }, (_, at) => clipLine(lines.at(first + at))),
  };
}

function clipLine(line: string): string {
  return line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line;
}
