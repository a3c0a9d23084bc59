import { lstatSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 24 * 60 * 60 * 1000;
/** An entry that was not read for this long is removed. In milliseconds. */
const MAX_AGE = 30 * DAY;
/** Its time says when stale entries were removed last. */
export const STAMP_FILE = 'swept';

/** A name of ours: a hash, in parts, or a draft that a run left behind. Others stay. */
const ENTRY = /^\.?[0-9a-f]{62,64}(\.json)?(\.[0-9a-f]{12}\.tmp)?$/;

/** Whether a file in a subfolder is an entry. */
export function isEntryName(name: string): boolean {
  return ENTRY.test(name);
}

/** Whether a folder's name is that of a subfolder of entries. */
export function isEntryPrefix(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/**
 * Removes entries that were not read for a month from a folder whose entries are named by hashes, in
 * subfolders named by two digits of them. Does nothing if that was done today.
 * @param now the time in milliseconds
 */
export function evictStale(folder: string, now: number): void {
  const stamp = join(folder, STAMP_FILE);
  try {
    const last = statSync(stamp, { throwIfNoEntry: false });
    if (last !== undefined && now - last.mtimeMs < DAY) return;
    for (const prefix of readdirSync(folder)) {
      if (!isEntryPrefix(prefix)) continue;
      for (const name of readdirSync(join(folder, prefix))) {
        const path = join(folder, prefix, name);
        if (!isEntryName(name)) continue;
        if (now - lstatSync(path).mtimeMs > MAX_AGE) rmSync(path, { force: true });
      }
    }
    writeFileSync(stamp, '');
    utimesSync(stamp, now / 1000, now / 1000);
  } catch {
    // Another run may be sweeping, or the folder was never made.
  }
}

/** Notes that an entry was asked for; the time of its file says when. */
export function touchEntry(path: string, now: number): void {
  try {
    if (now - statSync(path).mtimeMs > DAY) utimesSync(path, now / 1000, now / 1000);
  } catch {
    // The folder may be another's, to be read only; then they see to it.
  }
}
