import type { ScannedFile } from '../scan/scan-file.ts';

/** The name of the innermost function at a line, or the empty string. */
export function enclosingFunction(file: ScannedFile, line: number): string {
  const around = file.functions.filter((known) => known.line <= line && line <= known.endLine);
  const inner = around.reduce<(typeof around)[number] | undefined>(
    (best, known) => (best === undefined || known.line >= best.line ? known : best),
    undefined,
  );
  return inner?.name ?? '';
}
