import type { CrateFiles } from '../crate/crate-files.ts';

/** Lines that an edit may leave fewer than there were, without being asked about. */
const MAX_DELETED = 200;

/**
 * Asks about an edit that takes many lines away, where it may be one that forgot what to keep; undefined for any other.
 * What is written anew in as many lines is no deletion.
 */
export function askAboutDeletion(before: CrateFiles, after: CrateFiles): string | undefined {
  const deleted = linesOf(before) - linesOf(after);
  if (deleted <= MAX_DELETED) return undefined;
  return (
    `it leaves ${deleted} lines fewer than there were, so it may have lost what was to stay: ` +
    'write what has to stay, or, where this much is to go, take it away again, and that is taken'
  );
}

function linesOf(files: CrateFiles): number {
  let lines = 0;
  for (const [path, text] of files) if (path.endsWith('.rs')) lines += text.split('\n').length;
  return lines;
}
