import pg from 'pg';
import { messageOf, UsageError } from '../../errors.ts';
import type { Database, Queries } from './database.ts';

/** No statement of ours takes that long: a server that has not answered by then counts as gone. */
const ANSWER_MILLISECONDS = 60_000;

/** Short enough that a webhook is refused in time where the server is gone. */
const CONNECT_MILLISECONDS = 5_000;

/**
 * A pool of connections to a PostgreSQL, each made when it is needed, so that a server that goes and
 * comes back is found again.
 * @throws UsageError when the URL is none of a PostgreSQL
 */
export function openPostgres(url: string): Database {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new UsageError('DATABASE_URL must begin with postgres:// or postgresql://');
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'rustward',
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: ANSWER_MILLISECONDS,
  });
  // A connection that breaks, unused or between two statements, must not end the process. Its
  // user gets the error from the next statement, and the next connection is made when it is wanted.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    kind: 'postgres',
    ...queriesOf(pool),
    transaction: (use) => inTransaction(pool, use),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  use: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await use(queriesOf(client));
    await client.query('COMMIT');
    return result;
  } catch (thrown) {
    await client.query('ROLLBACK').catch((error: unknown) => {
      broken = new Error(messageOf(error));
    });
    throw thrown;
  } finally {
    client.release(broken);
  }
}

function queriesOf(client: pg.Pool | pg.PoolClient): Queries {
  return {
    async query(text, values = []) {
      if (values.length > 0) return rowsOf(await client.query(text, [...values]));
      // Several statements have several results.
      const results: pg.QueryResult | pg.QueryResult[] = await client.query(text);
      return Array.isArray(results) ? results.flatMap(rowsOf) : rowsOf(results);
    },
  };
}

function rowsOf({ rows }: pg.QueryResult): unknown[] {
  return rows;
}
