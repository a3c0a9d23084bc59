import { FIX_LIMITS, type FixHunk } from './fix-plan.ts';

/**
 * The lines that differ between two texts of a file, from the first to the last, as one piece;
 * undefined when it is long, or a suggestion cannot say it.
 */
export function oneHunk(path: string, before: string, after: string): FixHunk | undefined {
  // A suggestion changes line breaks of its own accord.
  if (before.includes('\r') || after.includes('\r')) return undefined;
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  // What is only added, or only taken away, takes a line along: a suggestion replaces lines.
  if (head > 0 && (head + tail === old.length || head + tail === fresh.length)) head -= 1;
  else if (tail > 0 && (head + tail === old.length || head + tail === fresh.length)) tail -= 1;
  const end = old.length - tail;
  const replacement = fresh.slice(head, fresh.length - tail);
  const isShort = end - head <= FIX_LIMITS.lines && replacement.length <= 2 * FIX_LIMITS.lines;
  // The empty piece after the last line break is no line.
  const isInside = head < end && end <= (old.at(-1) === '' ? old.length - 1 : old.length);
  if (!isShort || !isInside || replacement.length === 0) return undefined;
  return { path, start_line: head + 1, end_line: end, replacement: replacement.join('\n') };
}
