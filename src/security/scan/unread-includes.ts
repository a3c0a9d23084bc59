import { posix } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import type { Skip } from '../../workspace/files/skip.ts';
import type { SourceFile } from '../../workspace/files/source-files.ts';

const MOST_NAMED = 3;

/**
 * Names headers that files include by a path out of the tree: what they tell is not known. Whether they are there is not
 * looked up, since a tree of strangers could ask for any path.
 * @param includedIn the paths in the `#include` directives of a file
 * @returns one note for all of them
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
    if (leadsOutside(file)) continue;
    for (const path of includedIn(file)) {
      if (!path.startsWith('../')) continue;
      const place = posix.join(posix.dirname(file), path);
      if (leadsOutside(place) && !known.has(place) && !isKnownByItsEnd(path))
        unread.set(place, file);
    }
  }
  const [first] = unread.values();
  if (first === undefined) return [];
  const named = [...unread.keys()].slice(0, MOST_NAMED).join(', ');
  const more = unread.size > MOST_NAMED ? ` and ${unread.size - MOST_NAMED} more` : '';
  const reason = `includes what lies outside of what is scanned, so that it was not read: ${named}${more}`;
  return [{ file: first, reason, failed: false }];
}
