import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 4096;
const MEGABYTE = 1024 * 1024;
const FILLER = 'filler';

/** Writes to the disk of a folder until no more is left than these bytes, in whole pages. */
export function fillDisk(folder: string, left: number): void {
  const file = openSync(join(folder, FILLER), 'a');
  for (const size of [MEGABYTE, PAGE]) {
    const { bavail, bsize } = statfsSync(folder);
    const chunk = Buffer.alloc(size);
    for (let chunks = Math.floor((bavail * bsize - left) / size); chunks > 0; chunks -= 1) {
      writeSync(file, chunk);
    }
  }
  closeSync(file);
}

/** Takes away what filled the disk. */
export function freeDisk(folder: string): void {
  rmSync(join(folder, FILLER), { force: true });
}
