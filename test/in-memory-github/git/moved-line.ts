import { diffCommits } from './diff.ts';

/** Where a line of a file is in a later commit; undefined when it was changed or removed. */
export async function movedLine(
  folder: string,
  from: string,
  to: string,
  path: string,
  line: number,
): Promise<number | undefined> {
  if (from === to) return line;
  const file = (await diffCommits(folder, from, to, 0)).find(
    (one) => (one.previous ?? one.path) === path,
  );
  if (file === undefined) return line;
  if (file.status === 'removed' || file.patch === undefined) return undefined;
  let moved = line;
  for (const { text, left } of file.lines) {
    if (left === line) return undefined;
    if (left !== undefined && left < line) moved -= 1;
    const [, start, oldCount, count] = HEAD.exec(text) ?? [];
    // Without context, the head alone says how many lines come in, and after which.
    if (start !== undefined && Number(start) + Number(oldCount === '0') <= line) {
      moved += Number(count ?? 1);
    }
  }
  return moved;
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
