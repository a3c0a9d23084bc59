import { type DiffFile, diffCommits } from '../git/diff.ts';
import { movedLine } from '../git/moved-line.ts';
import type { Repository } from '../state/repository.ts';
import type { Place, ReviewComment } from '../state/review.ts';
import type { Ends } from './find-issue.ts';

/** Where somebody wants a comment. */
export interface Wish {
  readonly path: string;
  readonly line?: number | undefined;
  readonly side?: string | undefined;
  readonly start_line?: number | undefined;
  readonly start_side?: string | undefined;
}

/** The place in a diff that a wish means, or why there is none: GitHub's own words. */
export function placeIn(files: readonly DiffFile[], wish: Wish): Place | string {
  const file = files.find(({ path }) => path === wish.path);
  if (file === undefined) return 'Path could not be resolved';
  const { line, start_line: startLine } = wish;
  const side = wish.side === 'LEFT' ? 'LEFT' : 'RIGHT';
  const startSide =
    wish.start_side === undefined ? side : wish.start_side === 'LEFT' ? 'LEFT' : 'RIGHT';
  const last = line === undefined ? undefined : lineOf(file, side, line);
  const problems: string[] = [];
  if (last === undefined) problems.push('Pull request review thread line must be part of the diff');
  if (startLine !== undefined) {
    const first = lineOf(file, startSide, startLine);
    if (first === undefined || first.hunk !== last?.hunk) {
      problems.push(
        'Pull request review thread start line must be part of the same hunk as the line.',
      );
    } else if (first.position >= last.position) {
      problems.push('Pull request review thread start line must precede the end line.');
    }
  }
  if (last === undefined) problems.push("Pull request review thread diff hunk can't be blank");
  if (last === undefined || problems.length > 0) {
    const [end, start] = [problems.pop(), problems.join(', ')];
    return start === '' ? `${end}` : `${start}${problems.length > 1 ? ',' : ''} and ${end}`;
  }
  const hunk = file.lines.filter((one) => one.hunk === last.hunk && one.position <= last.position);
  return {
    ...{ path: file.path, line, side, startLine, position: last.position },
    startSide: startLine === undefined ? undefined : startSide,
    hunk: hunk.map(({ text }) => text).join('\n'),
  };
}

/** The place of a comment on a whole file; undefined when the file is not in the diff. */
export function filePlace(files: readonly DiffFile[], path: string): Place | undefined {
  if (!files.some((file) => file.path === path)) return undefined;
  const nowhere = { line: undefined, startLine: undefined, startSide: undefined };
  return { ...nowhere, path, side: 'RIGHT', position: 1, hunk: '' };
}

function lineOf({ lines }: DiffFile, side: 'LEFT' | 'RIGHT', number: number) {
  // A line of context counts for both sides.
  return lines.find(({ left, right }) => (side === 'LEFT' ? left : right) === number);
}

/** Where a comment stands now; undefined when it is outdated. */
export async function presentPlace(
  { folder }: Repository,
  { fork, head }: Ends,
  { commit, place }: ReviewComment,
): Promise<Place | undefined> {
  const files = await diffCommits(folder, fork, head);
  if (place.line === undefined) return filePlace(files, place.path);
  const move = (line: number, side: string) =>
    side === 'LEFT' ? line : movedLine(folder, commit, head, place.path, line);
  const line = await move(place.line, place.side);
  if (line === undefined) return undefined;
  const start = place.startLine && (await move(place.startLine, place.startSide ?? place.side));
  const wish = { path: place.path, line, side: place.side, start_side: place.startSide };
  const found = placeIn(files, { ...wish, start_line: start });
  return typeof found === 'string' ? undefined : found;
}
