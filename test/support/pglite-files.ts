import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { openPglite } from '../../src/jobs/database/pglite-database.ts';
import { madeOnce } from './made-once.ts';

/** Its `package.json` is none that it exports. */
const PACKAGE = findPackageJSON('@electric-sql/pglite', import.meta.url) ?? '';

/**
 * PGlite writes all of its buffers when it opens a database, 128 MB of them by its own settings: that
 * takes most of the time to open one, and makes every process that the tests start slower to start.
 */
const SETTINGS = 'shared_buffers = 4MB\n';

/**
 * Puts an empty database of PGlite into a data folder, as PGlite makes it for a new one: that takes
 * three seconds of work, so it is done once for each version of the package.
 */
export async function addPgliteFiles(folder: string): Promise<void> {
  const kept = await madeOnce('pglite', pgliteKey(), async (made) => {
    await (await openPglite(made)).close();
    appendFileSync(join(made, 'pglite', 'postgresql.conf'), SETTINGS);
  });
  cpSync(kept, folder, { recursive: true });
}

/** What an empty database depends on. */
export function pgliteKey(): string {
  const key = createHash('sha256').update(readFileSync(PACKAGE)).update(SETTINGS);
  return key.digest('hex').slice(0, 16);
}
