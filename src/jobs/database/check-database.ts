import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { IncompleteError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import type { DatabaseSettings } from './open-database.ts';
import { openPostgres } from './postgres-database.ts';
import { isOfNewerVersion } from './schema-migrations.ts';

const tableRows = z.tuple([z.object({ made: z.boolean(), may: z.boolean() })]);

/**
 * Looks whether the App can use its database, and changes nothing in it.
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
    if (await isOfNewerVersion(database)) {
      throw new IncompleteError('it was made by a newer version of Rustward: use that one');
    }
    return 'PostgreSQL, with the tables of the App';
  } finally {
    await database.close();
  }
}

/** PGlite belongs to the process of the App, which may be running: only its folder is looked at. */
function checkFolder(folder: string): string {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (thrown) {
    throw new IncompleteError(`${there} cannot be written to: ${systemReason(thrown)}`);
  }
  return `PGlite, in ${folder}`;
}
