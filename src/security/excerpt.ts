/** Lines shown before and after a place. */
const CONTEXT = 4;
const MAX_LINE = 200;

/** The line of a place, trimmed and clipped. */
export function evidenceAt(lines: readonly string[], line: number): string {
  return clip((lines[line - 1] ?? '').trim());
}

/** The lines around a place; a place of many lines is shown to its end or for CONTEXT more. */
export function excerptAround(lines: readonly string[], line: number, endLine: number) {
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.length, Math.min(endLine, line + CONTEXT) + CONTEXT);
  return { first_line: first, lines: lines.slice(first - 1, last).map(clip) };
}

function clip(line: string): string {
  return line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line;
}
