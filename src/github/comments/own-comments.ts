import { fetchIssueComments } from '../api/comments.ts';
import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { fetchReviewComments } from '../api/reviews.ts';
import { type Marker, parseMarker } from '../text/marker.ts';

/** A comment of the app that bears a marker of its own. */
export interface OwnComment {
  readonly kind: 'issue' | 'review';
  readonly id: number;
  readonly marker: Marker;
}

/**
 * What the app wrote on an issue or a pull request, and in its threads.
 * @param isPull only pull requests have threads on lines
 */
export async function fetchOwnComments(
  access: RepositoryClient,
  number: number,
  isPull: boolean,
): Promise<OwnComment[]> {
  const seal = sealOn(access, number);
  const said = await fetchIssueComments(access, number);
  const inThreads = isPull ? await fetchReviewComments(access, number) : [];
  const own = (kind: OwnComment['kind']) => (comment: (typeof said | typeof inThreads)[number]) => {
    const marker = parseMarker(comment, seal);
    return marker === undefined ? [] : [{ kind, id: comment.id, marker }];
  };
  return [...said.flatMap(own('issue')), ...inThreads.flatMap(own('review'))];
}
