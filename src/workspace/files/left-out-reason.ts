import { pathPatterns } from './path-patterns.ts';
import { SKIPPED_FOLDERS, type SourceFileOptions } from './source-files.ts';

/** Why a source is not among those that options select; as the end of a sentence about it. */
export function leftOutReason(path: string, options: SourceFileOptions = {}): string {
  const skipped: readonly string[] = options.skippedFolders ?? SKIPPED_FOLDERS;
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((name) => skipped.includes(name));
  if (folder !== undefined) return `is left out for its folder, ${folder}`;
  const exclude = options.exclude ?? [];
  const pattern = pathPatterns(exclude).test(path).rule?.pattern;
  if (pattern === undefined) return 'is left out';
  return isAllBut(pattern, exclude)
    ? 'is left out, since it is outside of the path that is examined'
    : `is left out by the pattern ${pattern}`;
}

/** Whether a pattern leaves out all of a folder but for what another one takes in again. */
function isAllBut(pattern: string, all: readonly string[]): boolean {
  const folder = pattern.slice(0, -1);
  // Who names a path to examine leaves out everything first.
  return (
    all.includes('/*') &&
    pattern.endsWith('/*') &&
    all.some((other) => other.startsWith(`!${folder}`))
  );
}
