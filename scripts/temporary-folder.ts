import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Of the file systems that are memory. */
const TMPFS = 0x01021994;
const ENOUGH = 4 * 1024 ** 3;

/**
 * A new folder for all that tests write, in memory where there is enough of it: tests make a million
 * files and remove them again, and ext4 takes the longer for a new file the more were removed within
 * the last minutes.
 */
export function newTemporaryFolder(): string {
  const own = process.env['TMPDIR'] === undefined ? folderIn(MEMORY) : undefined;
  const folder = own ?? mkdtempSync(join(tmpdir(), 'rustward-tests-'));
  // The PostgreSQL of the tests runs as somebody else.
  chmodSync(folder, 0o755);
  return folder;
}

/** Undefined where it is no memory, too little, or no program may be started there. */
function folderIn(parent: string): string | undefined {
  let folder: string | undefined;
  try {
    const { type, bavail, bsize } = statfsSync(parent);
    if (type !== TMPFS || bavail * bsize < ENOUGH || process.availableMemory() < ENOUGH) {
      return undefined;
    }
    folder = mkdtempSync(join(parent, 'rustward-tests-'));
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    accessSync(program, constants.X_OK);
    rmSync(program);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
