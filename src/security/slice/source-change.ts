import { redactLines } from '../../model/redaction/redacted-lines.ts';
import { TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import type { DiffHunk, FileDifference } from '../../workspace/git/diff-ranges.ts';
import type { CommitFiles } from '../../workspace/git/repository.ts';

/** Lines of the head, and the lines of the base that they stand for. */
export interface ChangeHunk {
  /** The first line of the head; where nothing stands now, the line before. */
  readonly start: number;
  /** Lines of the head. */
  readonly count: number;
  /** Lines of the base, without what looks like a secret. */
  readonly removed: readonly string[];
}

/** What the engine says of a place of the head that the change made weaker. */
export interface WeakenedPlace {
  readonly file: string;
  readonly line: number;
  readonly description: string;
}

/** What a change did to the sources, with both sides. */
export interface SourceChange {
  /** The hunks of a file of the head, in the order of lines; none where it has not changed. */
  hunks(file: string): readonly ChangeHunk[];
  /** What change rules say, in the order of files and lines. */
  readonly weakened: readonly WeakenedPlace[];
}

/** The two sides to compare, as a review knows them. */
export interface ComparedSides {
  /** The commit that is the base. */
  readonly commit: string;
  readonly differences: readonly FileDifference[];
}

/**
 * Reads the lines that a change took away from the commit that is its base.
 * @param git seen from the folder with the head
 * @param weakened what change rules say of the head
 */
export async function loadSourceChange(
  git: CommitFiles,
  { commit, differences }: ComparedSides,
  weakened: readonly WeakenedPlace[],
): Promise<SourceChange> {
  const changed = differences.filter(({ path, hunks }) => path !== undefined && hunks.length > 0);
  const olds = changed.flatMap(({ oldPath }) => oldPath ?? []);
  const texts = await baseTexts(git, commit, olds);
  const byFile = new Map<string, readonly ChangeHunk[]>();
  for (const { oldPath = '', path = '', hunks } of changed) {
    const lines = redactLines((texts.get(oldPath) ?? '').split(/\r?\n/));
    byFile.set(
      path,
      hunks.map((hunk) => ({
        start: hunk.start,
        count: hunk.count,
        removed: removedLines(hunk).map((line) => lines.at(line)),
      })),
    );
  }
  return { hunks: (file) => byFile.get(file) ?? [], weakened };
}

/** The hunks that touch some lines of a file of the head. */
export function hunksWithin(
  change: SourceChange | undefined,
  {
    file,
    line,
    endLine,
  }: { readonly file: string; readonly line: number; readonly endLine: number },
): readonly ChangeHunk[] {
  return (change?.hunks(file) ?? []).filter(({ start, count }) =>
    count === 0 ? line <= start && start < endLine : start <= endLine && start + count - 1 >= line,
  );
}

/** The lines of the head that a hunk is about: those that it added, or those around what it took away. */
export function headLines({ start, count }: ChangeHunk, endLine: number): number[] {
  const [first, last] = count === 0 ? [start, start + 1] : [start, start + count - 1];
  const end = Math.min(last, endLine);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
}

function removedLines({ oldStart, oldCount }: DiffHunk): number[] {
  return Array.from({ length: oldCount }, (_, at) => oldStart + at);
}

/** The texts of files of a commit, as far as they are there and no larger than a source may be. */
async function baseTexts(
  git: CommitFiles,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const wanted = new Set(paths);
  const files = (await git.files(commit)).filter(
    ({ path, bytes }) => wanted.has(path) && bytes <= TEXT_LIMITS.maxBytes,
  );
  const contents = await git.contents(files.map(({ object }) => object));
  return new Map(files.map(({ path }, at) => [path, contents[at]?.toString('utf8') ?? '']));
}
