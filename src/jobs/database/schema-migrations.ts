import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import type { Database } from './database.ts';

/**
 * What makes the tables, in order. A change to them is a new member at the end: what databases have
 * already is never edited.
 */
const SCHEMA_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE rustward.deliveries (
    id text PRIMARY KEY,
    event text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX deliveries_by_age ON rustward.deliveries (received_at);

  CREATE TABLE rustward.jobs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane text NOT NULL,
    key text NOT NULL,
    owner text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    problem text,
    failed_at timestamptz
  );
  CREATE INDEX jobs_by_key ON rustward.jobs (lane, key, id);
  CREATE INDEX jobs_by_owner ON rustward.jobs (lane, owner) WHERE failed_at IS NULL;

  CREATE TABLE rustward.marks (
    name text PRIMARY KEY,
    reached_at timestamptz NOT NULL
  );
  `,
  `
  CREATE TABLE rustward.uses (
    subject text NOT NULL,
    use text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (subject, use)
  );
  CREATE INDEX uses_by_age ON rustward.uses (at);
  `,
  `
  CREATE TABLE rustward.notes (
    subject text NOT NULL,
    note text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (subject, note)
  );
  `,
  `
  CREATE TABLE rustward.reviews (
    place text NOT NULL,
    subject text NOT NULL,
    head text NOT NULL,
    owner text NOT NULL,
    pull integer,
    at timestamptz NOT NULL,
    is_open boolean NOT NULL,
    verdict text NOT NULL,
    high integer NOT NULL,
    medium integer NOT NULL,
    low integer NOT NULL,
    unsure integer NOT NULL,
    settled integer NOT NULL,
    fixed integer NOT NULL,
    PRIMARY KEY (place, subject, head)
  );
  CREATE INDEX reviews_by_age ON rustward.reviews (place, at);
  CREATE INDEX reviews_by_owner ON rustward.reviews (owner);
  `,
];

/** Any number that no other program locks in the database. */
const MIGRATION_LOCK = 7_287_843_927;

const versionRows = z.array(z.object({ version: z.coerce.number() }));

/** Whether a database that has tables got them from a newer version. */
export async function isOfNewerVersion({ query }: Pick<Database, 'query'>): Promise<boolean> {
  return (await versionIn(query)) > SCHEMA_MIGRATIONS.length;
}

async function versionIn(query: Database['query']): Promise<number> {
  const rows = await query('SELECT coalesce(max(version), 0) AS version FROM rustward.migrations');
  return versionRows.parse(rows)[0]?.version ?? 0;
}

/**
 * Migrates the tables to the schema of this version. Several processes may try at once.
 * @throws UsageError when a newer version has been here
 */
export async function migrateSchema(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await queries.query(
      `CREATE SCHEMA IF NOT EXISTS rustward;
       CREATE TABLE IF NOT EXISTS rustward.migrations (version integer PRIMARY KEY)`,
    );
    const version = await versionIn((...query) => queries.query(...query));
    if (version > SCHEMA_MIGRATIONS.length) {
      throw new UsageError('the database was made by a newer version of Rustward: use that one');
    }
    for (const [index, statements] of SCHEMA_MIGRATIONS.entries()) {
      if (index < version) continue;
      await queries.query(statements);
      await queries.query('INSERT INTO rustward.migrations VALUES ($1)', [index + 1]);
    }
  });
}
