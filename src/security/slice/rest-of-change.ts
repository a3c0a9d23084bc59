import { isTestPath } from '../../workspace/files/test-paths.ts';
import { type Excerpt, numberedLines } from './excerpt.ts';
import { headLines } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines of both sides, of all that is not shown otherwise. */
const MAX_LINES = 40;

/** Hunks on more lines are not shown in part: what is cut could be what matters. */
const MAX_HUNK = 25;

/**
 * What the change did elsewhere, as far as it is short: a check may have gone in one place and what it
 * protected in another. Sources alone, those of the files that are shown first; tests are left out.
 * @param shown what is shown already
 */
export function restOfChange(
  shown: readonly Excerpt[],
  index: SourceIndex,
): { readonly excerpts: readonly Excerpt[]; readonly left: number } {
  const { change } = index;
  if (change === undefined) return { excerpts: [], left: 0 };
  const known = new Map<string, Set<number>>();
  for (const { file, shown: rows } of shown) {
    const lines = known.get(file) ?? new Set<number>();
    for (const { line, side } of rows) if (side !== undefined) lines.add(line);
    known.set(file, lines);
  }
  const files = index.files.filter((file) => change.hunks(file).length > 0 && !isTestPath(file));
  const near = files.toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)));
  const excerpts: Excerpt[] = [];
  let room = MAX_LINES;
  let left = 0;
  for (const file of near) {
    const last = index.lines(file).length;
    for (const hunk of change.hunks(file)) {
      const lines = headLines(hunk, last).filter((line) => line > 0);
      if (lines.length === 0 || lines.some((line) => known.get(file)?.has(line))) continue;
      const size = hunk.count + hunk.removed.length;
      if (size > MAX_HUNK || size > room) {
        left += 1;
        continue;
      }
      room -= size;
      const [line = 1, endLine = line] = [lines[0], lines.at(-1)];
      const name = index.functionAt(file, line)?.name;
      const title = name === undefined ? 'outside of functions' : `in ${name}`;
      excerpts.push({ file, title, line, endLine, shown: numberedLines(file, lines, index) });
    }
  }
  return { excerpts, left };
}
