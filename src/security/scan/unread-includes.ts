import { posix } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import type { SourceFile } from '../../workspace/files/source-files.ts';

const MAX_NAMED = 3;

/**
 * Names headers that files include by a path out of the tree: what they tell is not known. Whether they are there is not
 * looked up, since a tree of strangers could ask for any path.
 * @param files those of the tree, and headers outside of it that are read
 * @param includedIn the paths in the `#include` directives of a file
 * @returns notes on the headers, the first of them by name
 */
export function unreadIncludes(
  files: readonly SourceFile[],
  includedIn: (file: string) => readonly string[],
): Skip[] {
  const paths = files.map(({ path }) => path);
  const known = new Set(paths);
  // A folder with headers may lie deeper than the file that includes from there.
  const isKnownByItsEnd = (path: string) => {
    const end = path.replace(/^(?:\.\.\/)+/, '');
    return paths.some((file) => file === end || file.endsWith(`/${end}`));
  };
  const unread = new Map<string, string>();
  for (const file of paths) {
    for (const path of includedIn(file)) {
      if (!path.startsWith('../')) continue;
      const place = posix.join(posix.dirname(file), path);
      const isUnknown = !known.has(place) && !unread.has(place) && !isKnownByItsEnd(path);
      if (leadsOutside(place) && isUnknown) unread.set(place, file);
    }
  }
  const more = unread.size - MAX_NAMED;
  return [...unread].slice(0, MAX_NAMED).map(([place, file], index) => {
    const others = more > 0 && index === MAX_NAMED - 1 ? `; so do ${more} more` : '';
    const reason = `lies outside of what is scanned and was not read, and ${file} includes it${others}`;
    return { file: place, reason, failed: false };
  });
}
