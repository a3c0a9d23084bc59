import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type Transaction as PgliteTransaction } from '@electric-sql/pglite';
import { IncompleteError, UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { tryFileLock } from '../../workspace/files/file-lock.ts';
import type { Database, Queries } from './database.ts';

/** Where it keeps its files in the data folder. */
export const PGLITE_FOLDER = 'pglite';

/**
 * Opens PGlite in a folder, which is made when it is missing and belongs to this process alone until
 * the database is closed.
 * @throws UsageError when another process has it open; IncompleteError when it cannot be written
 */
export async function openPglite(folder: string): Promise<Database> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    checkWritableWhole(folder);
  } catch (thrown) {
    const why = systemReason(thrown);
    throw new IncompleteError(
      `the data folder ${folder} cannot be written: ${why}; RUSTWARD_DATA names another one`,
    );
  }
  // Two of them in one folder would destroy it.
  const lock = tryFileLock(join(folder, 'lock'));
  if (lock === undefined) {
    throw new UsageError(
      `another process of Rustward has the data folder ${folder} open: end it, name another folder ` +
        'with RUSTWARD_DATA, or have both use one PostgreSQL by DATABASE_URL',
    );
  }
  try {
    return databaseOf(await PGlite.create({ dataDir: join(folder, PGLITE_FOLDER) }), lock.release);
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/**
 * Whether all that PGlite keeps in a folder can be written: it would wait for ever where it cannot.
 * @throws the error of the system for what cannot
 */
function checkWritableWhole(folder: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK);
  for (const { parentPath, name } of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    accessSync(join(parentPath, name), constants.W_OK);
  }
}

/**
 * All work of PGlite is done in this thread, and one statement after another would keep the process
 * from its sockets and timers. So each begins in a turn of the event loop of its own.
 */
function databaseOf(pglite: PGlite, release: () => void): Database {
  return {
    kind: 'pglite',
    async query(text, values) {
      await setImmediate();
      try {
        return await queriesOf(pglite).query(text, values);
      } catch (thrown) {
        // There is one connection: a block of statements that failed half-way must not take the next with it.
        await pglite.query('ROLLBACK').catch(() => {});
        throw thrown;
      }
    },
    async transaction(use) {
      await setImmediate();
      return await pglite.transaction((transaction) => use(queriesOf(transaction)));
    },
    async close() {
      await pglite.close();
      release();
    },
  };
}

function queriesOf(pglite: PGlite | PgliteTransaction): Queries {
  return {
    async query(text, values = []) {
      if (values.length > 0) return (await pglite.query<unknown[]>(text, [...values])).rows;
      return (await pglite.exec(text)).flatMap(({ rows }): unknown[] => rows);
    },
  };
}
