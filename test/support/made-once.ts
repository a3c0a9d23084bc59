import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryFileLock } from '../../src/workspace/files/file-lock.ts';
import { eventually } from './eventually.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/rustward-tests', import.meta.url));
const PATIENCE = 120_000;
/** After which nobody is at work with what was made of other sources. */
const OLD_MILLISECONDS = 24 * 3_600_000;

/**
 * A folder that takes long to make, and is the same for all tests: the first that needs it makes it,
 * and it is kept beside the packages. Nobody writes to it; `cpSync` makes a copy to write to.
 * @param name of what is in it
 * @param key of all that it depends on
 * @param make puts what belongs there into an empty folder
 * @param cache where it is kept, if not beside the packages
 */
export async function madeOnce(
  name: string,
  key: string,
  make: (folder: string) => Promise<void> | void,
  cache = CACHE,
): Promise<string> {
  const shelf = join(cache, name);
  const kept = madeOncePath(name, key, cache);
  if (existsSync(kept)) return kept;
  mkdirSync(shelf, { recursive: true });
  // Test files run side by side: one makes it, the others wait.
  const lock = await eventually(() => {
    const taken = tryFileLock(`${kept}.lock`);
    if (taken === undefined) throw new Error(`${kept}.lock stays locked`);
    return taken;
  }, PATIENCE);
  try {
    if (existsSync(kept)) return kept;
    removeOld(shelf);
    const made = mkdtempSync(`${kept}-`);
    try {
      await make(made);
      renameSync(made, kept);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
    return kept;
  } finally {
    lock.release();
  }
}

/** Where a folder is that `madeOnce` has made, or will make. */
export function madeOncePath(name: string, key: string, cache = CACHE): string {
  return join(cache, name, key);
}

function removeOld(shelf: string): void {
  for (const name of readdirSync(shelf)) {
    const path = join(shelf, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (changed < Date.now() - OLD_MILLISECONDS) rmSync(path, { recursive: true, force: true });
  }
}
