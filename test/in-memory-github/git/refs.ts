import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every branch, tag and pull request with what it points at, by name. */
export type Refs = ReadonlyMap<string, string>;

/**
 * The refs of a bare repository, from git's own files: every request asks for some, and git as a
 * process takes a hundred times as long.
 */
export function listRefs(folder: string): Refs {
  const refs = new Map(packedRefs(folder));
  for (const entry of readdirSync(join(folder, 'refs'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const path = join(entry.parentPath, entry.name);
    const [id] = /^[0-9a-f]{40}/.exec(contentOf(path)) ?? [];
    if (id !== undefined) refs.set(path.slice(folder.length + 1), id);
  }
  return new Map([...refs].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What one ref points at, by its full name. */
export function readRef(folder: string, ref: string): string | undefined {
  const [id] = /^[0-9a-f]{40}/.exec(contentOf(join(folder, ref))) ?? [];
  return id ?? packedRefs(folder).find(([name]) => name === ref)?.[1];
}

function packedRefs(folder: string): [name: string, id: string][] {
  const lines = contentOf(join(folder, 'packed-refs')).matchAll(/^([0-9a-f]{40}) (\S+)$/gm);
  return [...lines].map(([, id = '', name = '']) => [name, id]);
}

/** Nothing where there is no such file, or no longer. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
