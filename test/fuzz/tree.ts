import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Something in a folder, by its path below that. */
export type Entry =
  | { readonly path: string; readonly bytes: Buffer | string }
  | { readonly path: string; readonly link: string }
  | { readonly path: string; readonly is: 'folder' | 'pipe' };

/** Makes a folder with these entries. Of two at one path, the first is there. */
export function writeTree(folder: string, entries: readonly Entry[]): void {
  mkdirSync(folder, { recursive: true });
  const made = new Set<string>();
  for (const entry of entries) {
    const path = join(folder, entry.path);
    if (made.has(path)) continue;
    made.add(path);
    mkdirSync(dirname(path), { recursive: true });
    if ('bytes' in entry) writeFileSync(path, entry.bytes);
    else if ('link' in entry) symlinkSync(entry.link, path);
    else if (entry.is === 'folder') mkdirSync(path, { recursive: true });
    else execFileSync('mkfifo', ['--', path]);
  }
}
