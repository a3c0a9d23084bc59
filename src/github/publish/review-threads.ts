import { ownerRepoOf, type Publication, sealOf } from '../api/review-target.ts';
import { type Marker, parseMarker } from '../text/marker.ts';
import { withoutEnd } from './comment-end.ts';

/** A thread of a pull request: its first comment, and those that answer it. */
export interface Thread {
  /** Of the first comment. */
  readonly id: number;
  /** Of the first comment, without the end that we gave it. */
  readonly text: string;
  readonly path: string;
  /** The line that it is on now; undefined when that was changed since. */
  readonly line: number | undefined;
  /** The lines that it was written about; undefined for a whole file. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
  /** The finding it is about, when it is ours. */
  readonly finding: string | undefined;
  /** The commit for which we resolved it, unless the finding has come back since. */
  readonly gone: string | undefined;
  /** Whether the comment says that the finding is gone, and the thread was left open. */
  readonly left: boolean;
  readonly replies: readonly Reply[];
}

interface Reply {
  readonly author: number | undefined;
  readonly marker: Marker | undefined;
}

/** All threads of a pull request, the oldest first, with the markers that can be believed. */
export async function fetchThreads(publication: Publication, pull: number): Promise<Thread[]> {
  const { github, calls, target } = publication;
  const seal = sealOf(publication, pull);
  const comments = await calls.read((options) =>
    github.paginate(github.rest.pulls.listReviewComments, {
      ...{ ...ownerRepoOf(target), ...options, pull_number: pull, per_page: 100 },
    }),
  );
  const markerOf = ({ body, user }: (typeof comments)[number]) =>
    parseMarker({ body, author: user?.id }, seal);
  const answers = Map.groupBy(comments, ({ in_reply_to_id: first }) => first);
  return (answers.get(undefined) ?? []).map((comment) => {
    const { id, body, path, original_line: last, original_start_line: first } = comment;
    const marker = markerOf(comment);
    const replies = (answers.get(id) ?? []).map((reply) => ({
      ...{ author: reply.user?.id, marker: markerOf(reply) },
    }));
    const [finding, state] = marker?.kind === 'finding' ? marker.words : [];
    return {
      ...{ id, path, replies, finding, text: withoutEnd(body) },
      line: comment.line ?? undefined,
      lines: last == null ? undefined : { first: first ?? last, last },
      left: state === 'left',
      gone: state?.startsWith('gone:') === true ? state.slice('gone:'.length) : undefined,
    };
  });
}

/** A review of ours. */
interface OwnPullReview {
  readonly id: number;
  /** The first word names the review, the others are the findings that its body lists. */
  readonly words: readonly string[];
}

/** The reviews that the app has posted on a pull request, the oldest first. */
export async function fetchOwnReviews(
  publication: Publication,
  pull: number,
): Promise<OwnPullReview[]> {
  const { github, calls, target } = publication;
  const seal = sealOf(publication, pull);
  const reviews = await calls.read((options) =>
    github.paginate(github.rest.pulls.listReviews, {
      ...{ ...ownerRepoOf(target), ...options, pull_number: pull, per_page: 100 },
    }),
  );
  return reviews.flatMap(({ id, body, user }) => {
    const marker = parseMarker({ body, author: user?.id }, seal);
    return marker?.kind === 'review' ? [{ id, words: marker.words }] : [];
  });
}
