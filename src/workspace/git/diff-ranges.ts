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

/** Lines of the old side and the lines that stand in their place; a count of 0 names the line before. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly start: number;
  readonly count: number;
}

/** How a file differs between two versions of a tree; without context lines in its hunks. */
export interface FileDifference {
  /** Undefined where the file is new. */
  readonly oldPath: string | undefined;
  /** Undefined where the file is gone. */
  readonly path: string | undefined;
  /** In the order of lines; none where the file was only renamed. */
  readonly hunks: readonly DiffHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The changed ranges of every file that exists afterwards: none of a file that was only renamed. */
export function changedFiles(differences: readonly FileDifference[]): ChangedFile[] {
  return differences.flatMap(({ path, hunks }) =>
    path === undefined
      ? []
      : [{ path, ranges: hunks.map(({ start, count }) => ({ start, count })) }],
  );
}

/** The file of a diff that is being read. */
interface OpenDifference {
  oldPath: string | undefined;
  path: string | undefined;
  hunks: DiffHunk[];
}

/**
 * Reads a unified diff, as `git diff --unified=0 --src-prefix=a/ --dst-prefix=b/ --find-renames`
 * prints it. Lines inside a hunk are counted off, so that text which looks like a header is none.
 * Files with nothing to compare, such as those whose mode alone has changed, are left out.
 * @throws Error when the diff ends inside a hunk.
 */
export function parseDiff(diff: string): FileDifference[] {
  const files: OpenDifference[] = [];
  let current: OpenDifference | undefined;
  let removed = 0;
  let added = 0;
  for (const line of diff.split('\n')) {
    if (removed > 0 && line.startsWith('-')) removed -= 1;
    else if (added > 0 && line.startsWith('+')) added -= 1;
    else if (removed > 0 || added > 0) {
      // "\ No newline at end of file" belongs to the line before it.
      if (!line.startsWith('\\')) throw new Error(`a diff breaks off at "${line.slice(0, 80)}"`);
    } else {
      const hunk = HUNK.exec(line);
      if (hunk === null) {
        if (current === undefined || beginsFile(line, current)) {
          current = { oldPath: undefined, path: undefined, hunks: [] };
          files.push(current);
        }
        readHeader(line, current);
      } else if (current !== undefined) {
        removed = Number(hunk[2] ?? 1);
        added = Number(hunk[4] ?? 1);
        current.hunks.push({
          ...{ oldStart: Number(hunk[1]), oldCount: removed },
          ...{ start: Number(hunk[3]), count: added },
        });
      }
    }
  }
  if (removed > 0 || added > 0) throw new Error('a diff breaks off in a hunk');
  return files.filter(({ oldPath, path }) => oldPath !== undefined || path !== undefined);
}

/** Git begins each file with a line of its own; other programs begin with the two names. */
function beginsFile(line: string, { hunks }: OpenDifference): boolean {
  return line.startsWith('diff --git ') || (hunks.length > 0 && /^(?:---|\+\+\+) /.test(line));
}

/** Takes the names of a file from a line before its hunks, where the line has one. */
function readHeader(line: string, file: OpenDifference): void {
  if (line.startsWith('--- ')) file.oldPath = nameAfter(line.slice(4), 'a/');
  else if (line.startsWith('+++ ')) file.path = nameAfter(line.slice(4), 'b/');
  else if (line.startsWith('rename from ')) file.oldPath = nameAfter(line.slice(12), '');
  else if (line.startsWith('rename to ')) file.path = nameAfter(line.slice(10), '');
}

/** Whether a change touches the lines from `line` to `endLine`. */
export function touches(range: ChangedRange, line: number, endLine: number): boolean {
  return range.count === 0
    ? line <= range.start && range.start < endLine
    : range.start <= endLine && range.start + range.count - 1 >= line;
}

/** A path in a header: quoted as in C where it has odd characters; undefined for `/dev/null`. */
function nameAfter(text: string, prefix: string): string | undefined {
  // A name with a space in it is followed by a tab.
  const name = text.startsWith('"') ? unquote(text) : text.replace(/\t$/, '');
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
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
