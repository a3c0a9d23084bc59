import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
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
 * @throws UsageError when another process has the folder, or the URL is of no PostgreSQL;
 *   IncompleteError when the folder cannot be written, or the PostgreSQL gives no access
 */
export async function openDatabase({ url, folder }: DatabaseSettings): Promise<Database> {
  const database = url === undefined ? await openPglite(folder) : openPostgres(url);
  try {
    await migrateSchema(database);
    return database;
  } catch (thrown) {
    await database.close();
    if (url === undefined || thrown instanceof UsageError) throw thrown;
    throw new IncompleteError(`cannot use the database of DATABASE_URL: ${reasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** What a server says, or why there is none; several addresses of one name have a reason each. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(messageOf).join('; ');
  return messageOf(thrown);
}
