import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells by how many bytes a folder has grown since this call. Cheap to ask often: the folder is
 * walked again only when its file system has lost that much space, to this or another program.
 */
export function watchGrowth(folder: string, limit: number): () => boolean {
  const before = folderBytes(folder);
  let free = freeBytes(folder);
  return () => {
    if (free - freeBytes(folder) <= limit) return false;
    if (folderBytes(folder) - before > limit) return true;
    // Another program filled the disk.
    free = freeBytes(folder);
    return false;
  };
}

/** What the files below a folder take on the disk; links are not followed. */
function folderBytes(folder: string): number {
  let bytes = 0;
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entry = lstatSync(at, { throwIfNoEntry: false });
    if (entry === undefined) continue;
    // Of 512 bytes each, whatever the file system's own are: see stat(2).
    bytes += entry.blocks * 512;
    if (entry.isDirectory()) pending.push(...entries(at));
  }
  return bytes;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
