import type { Database } from './database.ts';

/** How many uses are allowed within a time. */
export interface Quota {
  readonly times: number;
  /** At most 31 days. */
  readonly seconds: number;
}

/** Counts what people ask for. The count outlives the process. */
export interface Quotas {
  /**
   * Takes one of the uses of a subject that are left, such as those of `fix 17`.
   * @param use names this one: taken again, by a second try of a job, it counts once
   * @returns whether there was one left
   */
  take(subject: string, use: string, quota: Quota): Promise<boolean>;
}

/** Quotas in a database, for all processes that share it. */
export function databaseQuotas(database: Database, now: () => number): Quotas {
  return {
    take: (subject, use, { times, seconds }) =>
      database.transaction(async ({ query }) => {
        const time = new Date(now()).toISOString();
        // Transactions that count the same subject wait for each other.
        await query('SELECT pg_advisory_xact_lock(hashtext($1))', [subject]);
        await query(`DELETE FROM rustward.uses WHERE at < $1::timestamptz - interval '31 days'`, [
          time,
        ]);
        const before = await query(
          'SELECT use FROM rustward.uses WHERE subject = $1 AND use = $2',
          [...[subject, use]],
        );
        if (before.length > 0) return true;
        const taken = await query(
          `INSERT INTO rustward.uses (subject, use, at)
           SELECT $1::text, $2::text, $3::timestamptz WHERE $5::bigint > (
             SELECT count(*) FROM rustward.uses WHERE subject = $1::text
               AND at > $3::timestamptz - make_interval(secs => $4::double precision)
           )
           RETURNING use`,
          [subject, use, time, seconds, times],
        );
        return taken.length > 0;
      }),
  };
}
