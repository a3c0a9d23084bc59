import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { openPglite } from '../../src/jobs/database/pglite-database.ts';
import { madeOnce } from './made-once.ts';

/** Its `package.json` is none that it exports. */
const PACKAGE = findPackageJSON('@electric-sql/pglite', import.meta.url) ?? '';

/**
 * Puts an empty database of PGlite into a data folder, as PGlite makes it for a new one: that takes
 * three seconds of work, so it is done once for each version of the package.
 */
export async function addPgliteFiles(folder: string): Promise<void> {
  const kept = await madeOnce('pglite', pgliteKey(), async (made) => {
    await (await openPglite(made)).close();
  });
  cpSync(kept, folder, { recursive: true });
}

/** What an empty database depends on. */
export function pgliteKey(): string {
  return createHash('sha256').update(readFileSync(PACKAGE)).digest('hex').slice(0, 16);
}
