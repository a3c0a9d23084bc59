import { z } from 'zod';
import type { Database } from './database.ts';
import { COUNTS, REVIEW_VERDICTS } from './review-history.ts';

const number = z.coerce.number();
const countsSchema = z.object({
  ...{ high: number, medium: number, low: number, unsure: number, settled: number },
  fixed: number,
});

/** A review as it was written down. */
export type PastReview = z.infer<typeof pastReviewSchema>;

const pastReviewSchema = countsSchema.extend({
  ...{ place: z.string(), head: z.string(), pull: z.number().nullable() },
  ...{ at: z.coerce.date(), verdict: z.enum(REVIEW_VERDICTS) },
});

/** What is still to be dealt with in a place: the newest review of each open pull request, summed up. */
export type OpenCounts = z.infer<typeof openCountsSchema>;

const openCountsSchema = countsSchema.extend({
  place: z.string(),
  /** How many pull requests that is. */
  pulls: number,
  /** Of which these were not examined, or not wholly. */
  unexamined: number,
});

/** What is open in each of some places; places of which nothing is open are left out. */
export async function loadOpenCounts(
  database: Database,
  places: readonly string[],
): Promise<OpenCounts[]> {
  const rows = await database.query(
    `SELECT place, count(*) AS pulls,
       count(*) FILTER (WHERE verdict IN ('inconclusive', 'failed')) AS unexamined,
       ${COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
     FROM (
       SELECT DISTINCT ON (place, subject) * FROM rustward.reviews
       WHERE place = ANY($1::text[]) AND is_open ORDER BY place, subject, at DESC, head
     ) AS newest
     GROUP BY place`,
    [places],
  );
  return z.array(openCountsSchema).parse(rows);
}

/** The newest reviews of each of some places, the oldest first. */
export async function loadPastReviews(
  database: Database,
  places: readonly string[],
  most: number,
): Promise<PastReview[]> {
  const rows = await database.query(
    `SELECT newest.place, head, pull, at, verdict, ${COUNTS.join(', ')}
     FROM unnest($1::text[]) AS wanted (place) CROSS JOIN LATERAL (
       SELECT * FROM rustward.reviews WHERE place = wanted.place
       ORDER BY at DESC, subject, head LIMIT $2
     ) AS newest
     ORDER BY newest.place, at, subject DESC, head DESC`,
    [places, most],
  );
  return z.array(pastReviewSchema).parse(rows);
}
