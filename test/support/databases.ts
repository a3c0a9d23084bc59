import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Database } from '../../src/jobs/database/database.ts';
import { type DatabaseSettings, openDatabase } from '../../src/jobs/database/open-database.ts';
import { openJobs } from '../../src/jobs/queue/jobs.ts';
import { addPgliteFiles } from './pglite-files.ts';
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

let template: Promise<string> | undefined;

afterAll(async () => {
  if (template !== undefined) rmSync(await template, { recursive: true });
});

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  await addPgliteFiles(folder);
  const database = await openDatabase({ folder });
  const jobs = await openJobs(database, { queues: [], silenceSeconds: 10, onProblem: () => {} });
  await jobs.leases.close();
  await database.close();
  return folder;
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
    // The tables, ours and those of the queue, take two seconds more.
    template ??= makeTemplate();
    cpSync(await template, folder, { recursive: true });
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
