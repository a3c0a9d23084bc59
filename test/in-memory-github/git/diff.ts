import { remembered } from './remembered.ts';
import { runGit } from './run-git.ts';

/** A line of a hunk with its numbers on both sides, and its place below the first hunk's head. */
interface DiffLine {
  readonly text: string;
  readonly left: number | undefined;
  readonly right: number | undefined;
  readonly position: number;
  readonly hunk: number;
}

export interface DiffFile {
  readonly path: string;
  readonly previous: string | undefined;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  /** Undefined for a file that is not text. */
  readonly patch: string | undefined;
  readonly lines: readonly DiffLine[];
}

const STATUS: Readonly<Record<string, DiffFile['status']>> = {
  ...{ A: 'added', D: 'removed', R: 'renamed' },
};

/** What differs between two commits, file by file; renames are found as GitHub finds them. */
export function diffCommits(
  folder: string,
  before: string,
  after: string,
  context = 3,
): Promise<readonly DiffFile[]> {
  return diffOf(folder, before, after, context);
}

const diffOf = remembered(
  async (folder: string, before: string, after: string, context: number) => {
    const options = ['diff', '--no-color', '--no-ext-diff', '--find-renames', '--full-index'];
    const range = [before, after, '--'];
    const raw = (
      await runGit(folder, [...options, '--raw', '-z', '--no-abbrev', ...range])
    ).toString();
    const text = (await runGit(folder, [...options, `--unified=${context}`, ...range])).toString();
    // No line of a file begins with "diff": each has a mark in front.
    const patches = text.split(/^(?=diff --git )/m).filter((patch) => patch !== '');
    return rawEntries(raw).map((entry, index) => diffFile(entry, patches[index] ?? ''));
  },
);

interface RawEntry {
  readonly status: string;
  readonly sha: string;
  readonly paths: readonly string[];
}

function rawEntries(raw: string): RawEntry[] {
  const fields = raw.split('\0');
  const entries: RawEntry[] = [];
  for (let index = 0; fields[index]?.startsWith(':'); ) {
    const [, , before = '', after = '', status = ''] = fields[index]?.split(' ') ?? [];
    const count = /^[RC]/.test(status) ? 2 : 1;
    const paths = fields.slice(index + 1, index + 1 + count);
    entries.push({ status: status.slice(0, 1), sha: status === 'D' ? before : after, paths });
    index += 1 + count;
  }
  return entries;
}

function diffFile({ status, sha, paths }: RawEntry, text: string): DiffFile {
  const start = text.search(/^@@ /m);
  const patch = start < 0 ? undefined : text.slice(start).replace(/\n$/, '');
  const lines = patch === undefined ? [] : hunkLines(patch);
  return {
    ...{ path: paths.at(-1) ?? '', previous: paths.length > 1 ? paths[0] : undefined },
    ...{ status: STATUS[status] ?? 'modified', sha, patch, lines },
    additions: lines.filter(({ text }) => text.startsWith('+')).length,
    deletions: lines.filter(({ text }) => text.startsWith('-')).length,
  };
}

function hunkLines(patch: string): DiffLine[] {
  let [left, right, hunk] = [0, 0, -1];
  return patch.split('\n').map((text, position) => {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (head !== null) {
      [left, right, hunk] = [Number(head[1]), Number(head[2]), hunk + 1];
      return { text, left: undefined, right: undefined, position, hunk };
    }
    const [old, next] = [/^[ -]/.test(text), /^[ +]/.test(text)];
    const line = {
      text,
      position,
      hunk,
      left: old ? left : undefined,
      right: next ? right : undefined,
    };
    left += Number(old);
    right += Number(next);
    return line;
  });
}
