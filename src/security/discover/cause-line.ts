import { changedLineNear, type LinePlace } from '../slice/changed-line.ts';
import type { ChangeHunk } from '../slice/source-change.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { Claim } from './claim.ts';

/** Models count lines that are gone in other ways than we do. */
const NEAR = 3;

/** Code of fewer characters says too little to be told from other code. */
const MIN_QUOTED = 6;

/**
 * The changed line that a claim calls its cause, checked against the change: the place that it names, or else the one
 * stretch of the change with the code that it quotes. Undefined where neither is there.
 */
export function causeLine(
  { changed, cause, file }: Claim,
  index: SourceIndex,
): LinePlace | undefined {
  const { change } = index;
  if (change === undefined) return undefined;
  const line = changed && changedLineNear(changed, change, NEAR);
  if (changed !== undefined && line !== undefined) return { file: changed.file, line };
  const quotes = [...cause.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => withoutBlanks(code))
    .filter((code) => code.length >= MIN_QUOTED);
  for (const quote of quotes) {
    const found = hunksWith(quote, index);
    const own = found.filter((one) => one.file === file);
    const [only, ...others] = own.length > 0 ? own : found;
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}

function hunksWith(quote: string, index: SourceIndex): LinePlace[] {
  return index.files.flatMap((file) =>
    (index.change?.hunks(file) ?? []).flatMap((hunk): LinePlace[] => {
      const line = lineWith(quote, hunk, index.lines(file));
      return line === undefined ? [] : [{ file, line }];
    }),
  );
}

/** The line of a hunk that stands for some code: of what is gone, the first line behind it. */
function lineWith(quote: string, { start, count, removed }: ChangeHunk, lines: readonly string[]) {
  const added = lines.slice(Math.max(0, start - 1), Math.max(0, start - 1) + count);
  const at = added.findIndex((text) => withoutBlanks(text).includes(quote));
  if (count > 0 && at >= 0) return start + at;
  if (!withoutBlanks(removed.join('')).includes(quote)) {
    return count > 0 && withoutBlanks(added.join('')).includes(quote) ? start : undefined;
  }
  return count === 0 ? start + 1 : start;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
