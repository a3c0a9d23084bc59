import { createHash } from 'node:crypto';
import { fetchPull } from '../api/pulls.ts';
import { sealOn } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import type { Publication } from '../api/review-target.ts';
import { createReview } from '../api/reviews.ts';
import type { InlineFinding, ListedFinding, Placement } from '../publication-plan/line-comments.ts';
import { printMarker } from '../text/marker.ts';
import { commentBody, reviewBody } from './review-text.ts';
import { fetchOwnReviews } from './review-threads.ts';

/** How many listed findings a review's marker names, so that a later push does not repeat them. */
const MAX_MARKER_WORDS = 2000;

/** What came of the comments. */
export interface PostedReview {
  /** The ids of the reviews: one, unless GitHub refused a comment and the rest came apart. */
  readonly reviews: readonly number[];
  readonly posted: readonly InlineFinding[];
  /** The plan's findings without a comment, with what GitHub refused. */
  readonly listed: readonly ListedFinding[];
}

/**
 * Posts what has not been said before, as one review. When GitHub refuses it for a line, the halves
 * are tried apart until only what it refuses is left. Undefined when the head has moved meanwhile.
 * @throws as `Calls`
 */
export async function postReview(
  publication: Publication,
  pull: number,
  { inline, listed }: Placement,
  checkUrl: string,
): Promise<PostedReview | undefined> {
  const { head } = publication.target;
  const said = new Set((await fetchOwnReviews(publication, pull)).flatMap(({ words }) => words));
  const isNew =
    inline.length > 0 ||
    listed.slice(0, MAX_MARKER_WORDS).some(({ finding }) => !said.has(finding.key));
  if ((await fetchPull(publication, pull)).head !== head) return undefined;
  if (!isNew) return { reviews: [], posted: [], listed };
  const post = reviewPoster(publication, pull, checkUrl);
  const whole = await post(inline, listed);
  if (typeof whole === 'number') return { reviews: [whole], posted: inline, listed };
  // A commit that is no longer part of the pull request is refused like a wrong line.
  if ((await fetchPull(publication, pull)).head !== head) return undefined;
  const reviews: number[] = [];
  const posted: InlineFinding[] = [];
  const refused: ListedFinding[] = [];
  const queue = [inline];
  for (let some = queue.shift(); some !== undefined; some = queue.shift()) {
    const tried = some === inline ? whole : await post(some, []);
    if (typeof tried === 'number') {
      reviews.push(tried);
      posted.push(...some);
    } else if (some.length > 1 && tried.status === 422) queue.unshift(...halves(some));
    else {
      const reason = `GitHub takes no comment there: ${tried.message}`;
      refused.push(...some.map(({ finding }) => ({ finding, reason })));
    }
  }
  const all = [...refused, ...listed];
  // What was refused for another reason than its lines is so without lines as well.
  if (whole.status === 422 && all.length > 0 && inline.length > 0) {
    const rest = await post([], all);
    if (typeof rest === 'number') reviews.push(rest);
  }
  return { reviews, posted, listed: all };
}

interface Problem {
  readonly status: number;
  readonly message: string;
}

/** Posts one review and returns its id, or what GitHub has against it. */
function reviewPoster(publication: Publication, pull: number, checkUrl: string) {
  const { target } = publication;
  const seal = sealOn(publication, pull);
  return async (
    inline: readonly InlineFinding[],
    listed: readonly ListedFinding[],
  ): Promise<number | Problem> => {
    const keys = listed.map(({ finding }) => finding.key).slice(0, MAX_MARKER_WORDS);
    const name = reviewName(target.head, inline, keys);
    const marker = printMarker({ kind: 'review', words: [name, ...keys] }, seal);
    const body = `${reviewBody(inline, listed, checkUrl)}\n\n${marker}`;
    const comments = inline.map((one) => ({
      ...{ path: one.path, lines: one.lines, body: commentBody(one, seal) },
    }));
    try {
      const place = { number: pull, head: target.head };
      return await createReview(publication, place, { body, comments }, async () => {
        const there = await fetchOwnReviews(publication, pull);
        return there.find(({ words }) => words[0] === name)?.id;
      });
    } catch (thrown) {
      const problem = refusalOf(thrown);
      if (problem === undefined) throw thrown;
      return problem;
    }
  };
}

/** The same for the same review of the same commit, so that it is found again. */
function reviewName(head: string, inline: readonly InlineFinding[], keys: readonly string[]) {
  const text = JSON.stringify([head, inline.map(({ finding }) => finding.key), keys]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function halves<T>(items: readonly T[]): T[][] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)].filter((some) => some.length > 0);
}
