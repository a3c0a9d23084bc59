import { messageOf } from '../../errors.ts';
import type { Database, Queries } from './database.ts';

/** Which review: of what, at which commit. */
export interface ReviewedPlace {
  /** Of the repository; it stays when that is renamed. */
  readonly place: string;
  /** The pull request, or the ref of what a merge queue is about to merge. */
  readonly subject: string;
  /** The commit. */
  readonly head: string;
}

/** What a review came to, in numbers. */
interface ReviewCounts {
  /** Findings by severity. */
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  /** Candidates that are not sure enough for a finding. */
  readonly unsure: number;
  /** What people have settled, or suppressed. */
  readonly settled: number;
  /** What the base had, and the head has not. */
  readonly fixed: number;
}

/** `failed`: it gave no report, so that nothing is known of the commit. */
export const REVIEW_VERDICTS = ['clean', 'findings', 'inconclusive', 'failed'] as const;

type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

export interface JudgedReview extends ReviewedPlace, ReviewCounts {
  readonly verdict: Exclude<ReviewVerdict, 'failed'>;
}

/** To whom a review belongs. */
export interface ReviewOwner {
  /** The installation that it was made for. */
  readonly owner: string;
  readonly pull?: number | undefined;
}

/** Past reviews of all repositories, in numbers. What goes wrong here ends no review. */
export interface ReviewHistory {
  /** Writes a review down. A later one of the same commit takes its place. */
  add(review: JudgedReview & ReviewOwner): Promise<void>;
  /** Writes down that a commit could not be reviewed. What an earlier review found there still counts. */
  addFailed(review: ReviewedPlace & ReviewOwner): Promise<void>;
  /** Changes what a review came to, since people have settled something. */
  judgeAgain(review: JudgedReview): Promise<void>;
  /** Says whether findings in a subject are still to be dealt with: not where a pull request is closed. */
  setOpen(review: Omit<ReviewedPlace, 'head'>, isOpen: boolean): Promise<void>;
}

/** Of each place as many reviews are kept, and none for longer than a year. */
const MAX_REVIEWS = 200;
const MAX_AGE = '1 year';

/** The columns of the counts. */
export const COUNTS = ['high', 'medium', 'low', 'unsure', 'settled', 'fixed'] as const;
const SET_COUNTS = COUNTS.map((name) => `${name} = excluded.${name}`).join(', ');

/**
 * The history in a database, for all processes that share it.
 * @param onProblem hears why something could not be written down
 */
export function databaseReviewHistory(
  database: Database,
  now: () => number,
  onProblem: (problem: string) => void,
): ReviewHistory {
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((thrown: unknown) => onProblem(messageOf(thrown)));
  };
  const write = (
    { place, subject, head, owner, pull }: ReviewedPlace & ReviewOwner,
    verdict: ReviewVerdict,
    counts: readonly number[],
    changed: string,
  ) =>
    attempt(() =>
      database.transaction(async ({ query }) => {
        const at = new Date(now()).toISOString();
        await query(
          `INSERT INTO rustward.reviews AS known
             (place, subject, head, owner, pull, at, is_open, verdict, ${COUNTS.join(', ')})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           ON CONFLICT (place, subject, head) DO UPDATE SET
             owner = excluded.owner, at = excluded.at, is_open = excluded.is_open,
             verdict = excluded.verdict${changed}`,
          // What a queue is about to merge is still the business of its pull request.
          [place, subject, head, owner, pull ?? null, at, pull !== undefined, verdict, ...counts],
        );
        await query(
          `DELETE FROM rustward.reviews WHERE place = $1 AND (
             at < $2::timestamptz - interval '${MAX_AGE}' OR (subject, head) IN (
               SELECT subject, head FROM rustward.reviews WHERE place = $1
               ORDER BY at DESC, subject, head OFFSET ${MAX_REVIEWS}))`,
          [place, at],
        );
      }),
    );
  return {
    add: (review) => write(review, review.verdict, countsIn(review), `, ${SET_COUNTS}`),
    addFailed: (review) => write(review, 'failed', [0, 0, 0, 0, 0, 0], ''),
    judgeAgain: ({ place, subject, head, verdict, ...counts }) =>
      attempt(() =>
        database.query(
          `UPDATE rustward.reviews SET verdict = $4, high = $5, medium = $6, low = $7, unsure = $8,
             settled = $9, fixed = $10
           WHERE place = $1 AND subject = $2 AND head = $3 AND verdict <> 'failed'`,
          [place, subject, head, verdict, ...countsIn(counts)],
        ),
      ),
    setOpen: ({ place, subject }, isOpen) =>
      attempt(() =>
        database.query(
          'UPDATE rustward.reviews SET is_open = $3 WHERE place = $1 AND subject = $2',
          [place, subject, isOpen],
        ),
      ),
  };
}

function countsIn(counts: ReviewCounts): number[] {
  return COUNTS.map((name) => counts[name]);
}

/** Forgets all reviews of an owner, or those in some places. */
export async function deleteReviews(
  queries: Queries,
  { owner, places }: { readonly owner: string; readonly places?: readonly string[] },
): Promise<void> {
  const some = places === undefined ? '' : ' AND place = ANY($2::text[])';
  const values = places === undefined ? [owner] : [owner, places];
  await queries.query(`DELETE FROM rustward.reviews WHERE owner = $1${some}`, values);
}
