import { posix } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import { isSourcePath } from '../../workspace/files/source-files.ts';

const MAX_NAMED = 3;

/** Where a header may be. */
interface HeaderFolders {
  /** Folders with headers that the build names. */
  readonly folders: readonly string[];
  /** Whether there is a file at a path below the root, whether it is scanned or not. */
  readonly isThere: (path: string) => boolean;
}

/**
 * Names headers that files need in every build and that are nowhere: what they define is not known, so that a macro of
 * theirs is read as a call of nothing. A note stands at the first file that includes the header.
 * @param files those of the tree, and headers outside of it that are read
 * @param requiredIn the paths in quotes that a file includes in every build
 * @returns notes on the headers, the first of them by name
 */
export function missingHeaders(
  files: readonly string[],
  requiredIn: (file: string) => readonly string[],
  { folders, isThere }: HeaderFolders,
): Skip[] {
  const known = new Set(files);
  const byName = Map.groupBy(files, (file) => posix.basename(file));
  const isKnown = (path: string, includer: string): boolean => {
    // A folder with headers may lie anywhere in the tree.
    const end = posix.normalize(path).replace(/^(?:\.\.\/)+/, '');
    const sameName = byName.get(posix.basename(path)) ?? [];
    if (sameName.some((file) => file === end || file.endsWith(`/${end}`))) return true;
    const beside = posix.join(posix.dirname(includer), path);
    // What lies outside is named by itself, and not looked up.
    if (leadsOutside(beside)) return true;
    const places = ['.', ...folders].map((folder) => posix.join(folder, path));
    return [beside, ...places.filter((place) => !leadsOutside(place))].some(
      (place) => known.has(place) || isThere(place),
    );
  };
  const missing = new Map<string, string[]>();
  for (const file of files) {
    for (const path of requiredIn(file)) {
      if (!isSourcePath(path) || posix.isAbsolute(path)) continue;
      const includers = missing.get(path);
      if (includers !== undefined) includers.push(file);
      else if (!isKnown(path, file)) missing.set(path, [file]);
    }
  }
  const unnamed = missing.size - MAX_NAMED;
  return [...missing].slice(0, MAX_NAMED).map(([path, [file = '', ...others]], index) => {
    const also = others.length === 0 ? '' : `; so ${counted('does', 'do', others.length, 'file')}`;
    const isLast = unnamed > 0 && index === MAX_NAMED - 1;
    const rest = isLast ? `; so ${counted('is', 'are', unnamed, 'header')}` : '';
    const reason = `includes "${path}", which is nowhere in what is scanned, so that what it defines is not known${also}${rest}`;
    return { file, reason, failed: false };
  });
}

/** `does 1 more file`, `do 2 more files`. */
function counted(one: string, several: string, number: number, what: string): string {
  return number === 1 ? `${one} 1 more ${what}` : `${several} ${number} more ${what}s`;
}
