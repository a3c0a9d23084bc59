/** A stretch of changed lines on the new side of a comparison, 1-based. */
export interface ChangedRange {
  readonly start: number;
  /** 0: nothing stands here now, but lines were removed after line `start`. */
  readonly count: number;
}

/** A file that differs; deleted files are not listed. */
export interface ChangedFile {
  readonly path: string;
  readonly ranges: readonly ChangedRange[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a unified diff, as `git diff --unified=0 --dst-prefix=b/` prints it, to
 * the changed ranges of every file that exists afterwards. Lines inside a hunk
 * are counted off, so that text which looks like a header is none.
 * @throws Error when the diff ends inside a hunk.
 */
export function parseDiffRanges(diff: string): ChangedFile[] {
  const files: { path: string; ranges: ChangedRange[] }[] = [];
  let current: ChangedRange[] | undefined;
  let removed = 0;
  let added = 0;
  for (const line of diff.split('\n')) {
    if (removed > 0 && line.startsWith('-')) removed -= 1;
    else if (added > 0 && line.startsWith('+')) added -= 1;
    else if (removed > 0 || added > 0) {
      // "\ No newline at end of file" belongs to the line before it.
      if (!line.startsWith('\\')) throw new Error(`a diff breaks off at "${line.slice(0, 80)}"`);
    } else if (line.startsWith('diff --git ')) current = undefined;
    else if (line.startsWith('+++ ')) {
      const path = destination(line.slice(4));
      current = path === undefined ? undefined : [];
      if (path !== undefined && current !== undefined) files.push({ path, ranges: current });
    } else {
      const hunk = HUNK.exec(line);
      if (hunk === null) continue;
      removed = Number(hunk[1] ?? 1);
      added = Number(hunk[3] ?? 1);
      current?.push({ start: Number(hunk[2]), count: added });
    }
  }
  if (removed > 0 || added > 0) throw new Error('a diff breaks off in a hunk');
  return files;
}

/** Whether a change touches the lines from `line` to `endLine`. */
export function touches(range: ChangedRange, line: number, endLine: number): boolean {
  return range.count === 0
    ? line <= range.start && range.start < endLine
    : range.start <= endLine && range.start + range.count - 1 >= line;
}

/** The path of a `+++` line: quoted as in C where it has odd characters. */
function destination(text: string): string | undefined {
  // A name with a space in it is followed by a tab.
  const name = text.startsWith('"') ? unquote(text) : text.replace(/\t$/, '');
  return name.startsWith('b/') ? name.slice(2) : undefined;
}

const ESCAPES: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 },
};

function unquote(text: string): string {
  const bytes: number[] = [];
  const inner = text.slice(1, text.lastIndexOf('"'));
  for (const [part] of inner.matchAll(/\\[0-7]{3}|\\.|[^\\]+/gs)) {
    if (!part.startsWith('\\')) bytes.push(...Buffer.from(part));
    else if (part.length === 4) bytes.push(Number.parseInt(part.slice(1), 8));
    else bytes.push(ESCAPES[part.slice(1)] ?? part.charCodeAt(1));
  }
  return Buffer.from(bytes).toString('utf8');
}
