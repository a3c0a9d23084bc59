import type { Queries } from '../database/database.ts';

/** Jobs that are not to be done any more: all of an owner, or those of some places. */
export interface EndedJobs {
  readonly owner: string;
  /** First words of keys. */
  readonly places?: readonly string[];
  /** Whether what is kept of past reviews goes as well. */
  readonly forgets?: boolean;
}

/** Throws jobs away, also those that were given up. One that is under way stops before long. */
export async function deleteEndedJobs(
  queries: Queries,
  { owner, places }: EndedJobs,
): Promise<void> {
  if (places === undefined) {
    await queries.query('DELETE FROM rustward.jobs WHERE owner = $1', [owner]);
    return;
  }
  await queries.query(
    `DELETE FROM rustward.jobs WHERE owner = $1 AND split_part(key, ' ', 1) = ANY($2::text[])`,
    [owner, places],
  );
}
