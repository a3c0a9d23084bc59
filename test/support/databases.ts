import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Database } from '../../src/jobs/database/database.ts';
import { type DatabaseSettings, openDatabase } from '../../src/jobs/database/open-database.ts';
import { openJobs } from '../../src/jobs/queue/jobs.ts';
import { madeOnce } from './made-once.ts';
import { addPgliteFiles, pgliteKey } from './pglite-files.ts';
import { hasPostgres, openPostgresServer, type PostgresServer } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** How tests of one kind of database get theirs. */
export interface Databases {
  readonly kind: Database['kind'];
  /** Where a new, empty database is. */
  place(): Promise<DatabaseSettings>;
  /** A database that is closed after the test; a new one when no place is named. */
  open(place?: DatabaseSettings): Promise<Database>;
  /** The server, where there is one. */
  server(): PostgresServer;
}

/** The same tests for PGlite and for PostgreSQL, which count as skipped where there is none. */
export function onEachDatabase(tests: (databases: Databases) => void): void {
  onPglite(tests);
  (hasPostgres ? describe : describe.skip)('PostgreSQL', () => tests(databasesOf('postgres')));
}

/** Tests to which it is all the same. */
export function onPglite(tests: (databases: Databases) => void): void {
  describe('PGlite', () => tests(databasesOf('pglite')));
}

/** Tests that need a server. */
export function onPostgres(tests: (databases: Databases) => void): void {
  (hasPostgres ? describe : describe.skip)('PostgreSQL', () => tests(databasesOf('postgres')));
}

/** The tables are made by these. */
const JOBS = fileURLToPath(new URL('../../src/jobs', import.meta.url));
const PG_BOSS = findPackageJSON('pg-boss', import.meta.url) ?? '';

/** A data folder with all tables, ours and those of the queue: to make them takes two seconds. */
function folderWithTables(): Promise<string> {
  const key = createHash('sha256').update(pgliteKey()).update(readFileSync(PG_BOSS));
  for (const file of globSync('**/*.ts', { cwd: JOBS }).sort()) {
    key.update(readFileSync(join(JOBS, file)));
  }
  return madeOnce('pglite-tables', key.digest('hex').slice(0, 16), async (folder) => {
    await addPgliteFiles(folder);
    const database = await openDatabase({ folder });
    const jobs = await openJobs(database, { queues: [], silenceSeconds: 10, onProblem: () => {} });
    await jobs.leases.close();
    await database.close();
  });
}

function databasesOf(kind: Database['kind']): Databases {
  let opened: PostgresServer | undefined;
  const open: Database[] = [];
  const server = () => {
    if (opened === undefined) throw new Error('there is no server');
    return opened;
  };
  if (kind === 'postgres') {
    beforeAll(async () => {
      opened = await openPostgresServer();
    });
    afterAll(() => opened?.close());
  }
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });
  const place = async (): Promise<DatabaseSettings> => {
    const folder = temporaryFolder();
    if (kind === 'postgres') return { folder, url: await server().createDatabase() };
    cpSync(await folderWithTables(), folder, { recursive: true });
    return { folder };
  };
  return {
    kind,
    place,
    server,
    async open(where) {
      const database = await openDatabase(where ?? (await place()));
      open.push(database);
      return database;
    },
  };
}
