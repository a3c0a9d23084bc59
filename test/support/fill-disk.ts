import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 4096;
const FILLER = 'filler';

/** Writes to the disk of a folder until no more is left than these bytes, in whole pages. */
export function fillDisk(folder: string, left: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(join(folder, FILLER), 'a');
  for (let pages = Math.floor((bavail * bsize - left) / PAGE); pages > 0; pages -= 1) {
    writeSync(file, Buffer.alloc(PAGE));
  }
  closeSync(file);
}

/** Takes away what filled the disk. */
export function freeDisk(folder: string): void {
  rmSync(join(folder, FILLER), { force: true });
}
