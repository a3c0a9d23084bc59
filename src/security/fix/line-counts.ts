import { createTwoFilesPatch, structuredPatch } from 'diff';
import { lineCount } from '../../workspace/files/line-count.ts';

/** A file before and after a change. */
export interface ChangedText {
  readonly path: string;
  readonly old: string;
  readonly content: string;
}

/** Beyond so many edits two texts have nothing in common that is worth finding. */
const MAX_EDITS = 4000;

/** How many lines a change takes away and adds; a line that is changed counts on both sides. */
export function lineCounts(files: readonly ChangedText[]): {
  readonly deleted: number;
  readonly added: number;
} {
  let [deleted, added] = [0, 0];
  for (const { path, old, content } of files) {
    const options = { context: 0, maxEditLength: MAX_EDITS };
    const patch = structuredPatch(path, path, old, content, undefined, undefined, options);
    const hunks = patch?.hunks ?? [{ oldLines: lineCount(old), newLines: lineCount(content) }];
    for (const { oldLines, newLines } of hunks) {
      deleted += oldLines;
      added += newLines;
    }
  }
  return { deleted, added };
}

/** A change as `git apply` takes it. */
export function unifiedDiff(files: readonly ChangedText[]): string {
  return files
    .map(({ path, old, content }) => {
      const [from, to] = [`a/${path}`, `b/${path}`];
      const patch = createTwoFilesPatch(from, to, old, content, undefined, undefined, {
        context: 3,
      });
      // The line of `=` above the names is no part of what git writes.
      return patch.replace(/^=+\n/, '').replaceAll(/^(---|\+\+\+) (.*)\t$/gm, '$1 $2');
    })
    .join('');
}
