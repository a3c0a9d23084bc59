import { posix } from 'node:path';

/** Reads a file of the project; undefined where there is none. */
type ReadFile = (file: string) => string | undefined;

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm;

/**
 * The folders that a file needs so that its `#include`s are found, and those of the headers that they
 * lead to: its own first. For a header that is not beside the file that includes it, the folder from
 * which the shortest path of the project leads to it.
 * @param headers the paths of all headers of the project
 */
export function includeFolders(file: string, headers: readonly string[], read: ReadFile): string[] {
  const folders = new Set([posix.dirname(file)]);
  const known = new Set(headers);
  const seen = new Set([file]);
  const queue = [file];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [, quote, name = ''] of (read(next) ?? '').matchAll(INCLUDE)) {
      const beside = posix.join(posix.dirname(next), name);
      const found = quote === '"' && known.has(beside) ? beside : elsewhere(name);
      if (found === undefined) continue;
      if (!seen.has(found)) queue.push(found);
      seen.add(found);
    }
  }
  return [...folders];

  function elsewhere(name: string): string | undefined {
    const from = [...folders].find((folder) => known.has(posix.join(folder, name)));
    if (from !== undefined) return posix.join(from, name);
    const suffix = `/${name}`;
    const candidates = headers.filter((header) => header === name || header.endsWith(suffix));
    const [best] = candidates.sort((left, right) => left.length - right.length);
    if (best === undefined) return undefined;
    folders.add(best === name ? '.' : best.slice(0, -suffix.length) || '.');
    return best;
  }
}
