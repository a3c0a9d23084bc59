import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { IncompleteError, UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import type { Database } from './database.ts';
import type { DatabaseSettings } from './open-database.ts';
import { openPglite, PGLITE_FOLDER } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { isOfNewerVersion } from './schema-migrations.ts';

/** Why a database is refused that a newer version has changed. */
export const NEWER_VERSION = 'it was made by a newer version of Rustward: use that one';

const TABLES_MADE = "SELECT to_regclass('rustward.migrations') IS NOT NULL AS made";
const madeRows = z.tuple([z.object({ made: z.boolean() })]);
const tableRows = z.tuple([z.object({ made: z.boolean(), may: z.boolean() })]);

/**
 * Looks whether the App can use its database, and changes none of its tables.
 * @returns what it is, in a few words
 * @throws UsageError when it is none, or of a newer version; IncompleteError, or what the server says, when it gives no access
 */
export async function checkDatabase({ url, folder }: DatabaseSettings): Promise<string> {
  if (url === undefined) return checkFolder(folder);
  const database = openPostgres(url);
  try {
    const rows = await database.query(
      `SELECT to_regclass('rustward.migrations') IS NOT NULL AS made,
        has_database_privilege(current_database(), 'CREATE') AS may`,
    );
    const [{ made, may }] = tableRows.parse(rows);
    if (!made && !may) {
      throw new IncompleteError('its user may not create the schema rustward: grant CREATE on it');
    }
    if (!made) return 'PostgreSQL, without tables: the App makes them when it starts';
    await checkVersion(database);
    return 'PostgreSQL, with the tables of the App';
  } finally {
    await database.close();
  }
}

/** PGlite belongs to one process, which may be the App that runs: then its folder alone is looked at. */
async function checkFolder(folder: string): Promise<string> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (thrown) {
    throw new IncompleteError(`${there} cannot be written to: ${systemReason(thrown)}`);
  }
  const found = `PGlite, in ${folder}`;
  if (!existsSync(join(folder, PGLITE_FOLDER))) return found;
  let database: Database;
  try {
    database = await openPglite(folder);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return `${found}, which another process of Rustward has open`;
  }
  try {
    const rows = await database.query(TABLES_MADE);
    if (madeRows.parse(rows)[0].made) await checkVersion(database);
    return found;
  } finally {
    await database.close();
  }
}

/** @throws IncompleteError for tables of a newer version, which the App refuses */
async function checkVersion(database: Database): Promise<void> {
  if (await isOfNewerVersion(database)) {
    throw new IncompleteError(NEWER_VERSION);
  }
}
