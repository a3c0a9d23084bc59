import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { fetchReviewComments, fetchReviews } from '../api/reviews.ts';
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
export async function fetchThreads(client: RepositoryClient, pull: number): Promise<Thread[]> {
  const seal = sealOn(client, pull);
  const comments = await fetchReviewComments(client, pull);
  const answers = Map.groupBy(comments, ({ inReplyTo: first }) => first);
  return (answers.get(undefined) ?? []).map((comment) => {
    const { id, body, path, line, lines } = comment;
    const marker = parseMarker(comment, seal);
    const replies = (answers.get(id) ?? []).map((reply) => ({
      ...{ author: reply.author, marker: parseMarker(reply, seal) },
    }));
    const [finding, state] = marker?.kind === 'finding' ? marker.words : [];
    return {
      ...{ id, path, line, lines, replies, finding, text: withoutEnd(body) },
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
  client: RepositoryClient,
  pull: number,
): Promise<OwnPullReview[]> {
  const seal = sealOn(client, pull);
  return (await fetchReviews(client, pull)).flatMap((review) => {
    const marker = parseMarker(review, seal);
    return marker?.kind === 'review' ? [{ id: review.id, words: marker.words }] : [];
  });
}
