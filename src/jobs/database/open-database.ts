import type { Database } from './database.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { migrateSchema } from './schema-migrations.ts';

export interface DatabaseSettings {
  /** Of a PostgreSQL, such as `postgres://user@host/name`. */
  readonly url?: string;
  /** Where PGlite keeps its files when there is no URL. */
  readonly folder: string;
}

/**
 * Opens the database, with all tables that this version wants.
 * @throws UsageError when another process has the folder, or the URL is of no PostgreSQL
 */
export async function openDatabase({ url, folder }: DatabaseSettings): Promise<Database> {
  const database = url === undefined ? await openPglite(folder) : openPostgres(url);
  try {
    await migrateSchema(database);
    return database;
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}
