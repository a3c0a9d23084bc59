import type { DiffHunk } from './diff-ranges.ts';

/** A hunk with its context; of a side without lines, the start is the line after. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** With their marks. */
  readonly lines: readonly string[];
}

/** A text as it was before a patch, and what the patch did to it. */
export type Reversed =
  | { readonly text: string; readonly hunks: readonly DiffHunk[] }
  /** The first line that is not as the patch leaves it; `isBefore` where it is as the patch found it. */
  | { readonly mismatch: number; readonly isBefore: boolean };

/**
 * Takes a patch back. Its lines have to stand where it says, since they are what a review is limited to.
 * @param after the text with the patch
 */
export function reverseHunks(after: string, hunks: readonly PatchHunk[]): Reversed {
  const lines = linesOf(after);
  const exact = reverseLines(lines, hunks, '\n');
  if ('text' in exact || !lines.every((line) => line.endsWith('\r\n'))) return exact;
  // Tools that write patches may have taken the carriage returns away.
  const returned = reverseLines(lines, hunks, '\r\n');
  return 'text' in returned ? returned : exact;
}

function reverseLines(
  lines: readonly string[],
  hunks: readonly PatchHunk[],
  lineEnd: string,
): Reversed {
  const before: string[] = [];
  const changes: DiffHunk[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const sides = sidesOf(hunk, lineEnd);
    const start = hunk.newStart - 1;
    const wrong =
      start < at ? 0 : sides.after.findIndex((line, index) => lines[start + index] !== line);
    if (wrong >= 0) {
      const isWhole = sides.before.every(
        (line, index) => lines[hunk.oldStart - 1 + index] === line,
      );
      // Where lines are only added, those around them are there in any case.
      const isTold = hunk.lines.some((line) => line.startsWith('-'));
      return { mismatch: start + wrong + 1, isBefore: isWhole && isTold };
    }
    before.push(lines.slice(at, start).join(''), sides.before.join(''));
    at = start + sides.after.length;
    changes.push(...changesOf(hunk));
  }
  before.push(lines.slice(at).join(''));
  return { text: before.join(''), hunks: changes };
}

/** Lines with their ends, which the last one may lack. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function sidesOf({ lines }: PatchHunk, lineEnd: string) {
  const before: string[] = [];
  const after: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('\\')) continue;
    // "\ No newline at end of file" is about the line before it.
    const end = lines[index + 1]?.startsWith('\\') === true ? '' : lineEnd;
    const text = line.slice(1) + end;
    if (!line.startsWith('+')) before.push(text);
    if (!line.startsWith('-')) after.push(text);
  }
  return { before, after };
}

/** The stretches of a hunk without their context. */
function changesOf({ oldStart, newStart, lines }: PatchHunk): DiffHunk[] {
  const changes: DiffHunk[] = [];
  let [old, now, removed, added] = [oldStart, newStart, 0, 0];
  const flush = () => {
    if (removed + added > 0) {
      changes.push({
        ...{ oldStart: removed === 0 ? old - 1 : old, oldCount: removed },
        ...{ start: added === 0 ? now - 1 : now, count: added },
      });
    }
    old += removed;
    now += added;
    [removed, added] = [0, 0];
  };
  for (const line of lines) {
    if (line.startsWith('-')) removed += 1;
    else if (line.startsWith('+')) added += 1;
    else if (!line.startsWith('\\')) {
      flush();
      old += 1;
      now += 1;
    }
  }
  flush();
  return changes;
}
