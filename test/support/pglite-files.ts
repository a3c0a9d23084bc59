import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPglite } from '../../src/jobs/database/pglite-database.ts';
import { tryFileLock } from '../../src/workspace/files/file-lock.ts';
import { eventually } from './eventually.ts';

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const PATIENCE = 120_000;

/**
 * Puts an empty database of PGlite into a data folder, as PGlite makes it for a new one: that takes
 * six seconds of work, so it is done once for each version of the package, and kept beside it.
 */
export async function addPgliteFiles(folder: string): Promise<void> {
  cpSync(await emptyDatabase(), folder, { recursive: true });
}

async function emptyDatabase(): Promise<string> {
  const version = createHash('sha256')
    .update(readFileSync(join(PACKAGES, '@electric-sql/pglite/package.json')))
    .digest('hex');
  const kept = join(PACKAGES, '.cache', `rustward-pglite-${version.slice(0, 16)}`);
  if (existsSync(kept)) return kept;
  mkdirSync(join(PACKAGES, '.cache'), { recursive: true });
  // Test files run side by side: one makes it, the others wait.
  const lock = await eventually(() => {
    const taken = tryFileLock(`${kept}.lock`);
    if (taken === undefined) throw new Error(`${kept}.lock stays locked`);
    return taken;
  }, PATIENCE);
  try {
    if (existsSync(kept)) return kept;
    const made = mkdtempSync(`${kept}-`);
    await (await openPglite(made)).close();
    renameSync(made, kept);
    return kept;
  } finally {
    lock.release();
  }
}
