import type { Slice } from '../slice/slice.ts';

/**
 * Whether a text names a line that a slice shows: as `src/a.c:12`, with the end of a path, or as `line 12` of one file.
 * @param file that a line without a file is in
 */
export function citesShownPlace(text: string, file: string, slice: Slice): boolean {
  const shown = shownLines(slice);
  const isShown = (path: string, line: number) =>
    [...shown].some(
      ([one, lines]) => (one === path || one.endsWith(`/${path}`)) && lines.has(line),
    );
  for (const [, path = '', line] of text.matchAll(/([\p{L}\p{N}_./+-]+):(\d+)/gu))
    if (isShown(path, Number(line))) return true;
  for (const [, line] of text.matchAll(/\blines? (\d+)/gi))
    if (shown.get(file)?.has(Number(line)) === true) return true;
  return false;
}

function shownLines(slice: Slice): Map<string, Set<number>> {
  const { places, callers, callees, named, rest, definitions } = slice;
  const found = new Map<string, Set<number>>();
  for (const { file, shown } of [places, callers, callees, named, rest, definitions].flat()) {
    const lines = found.get(file) ?? new Set();
    for (const { line } of shown) lines.add(line);
    found.set(file, lines);
  }
  return found;
}
