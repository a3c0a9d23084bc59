import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { Review, ReviewComment } from '../state/review.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import type { Ends } from './find-issue.ts';
import { presentPlace } from './place.ts';
import { reactionsJson } from './reaction-json.ts';
import { apiUrl } from './repository-json.ts';
import { association } from './text.ts';

export function reviewJson(world: World, repository: Repository, review: Review) {
  const { id, pull, author, commit, body, state, submitted } = review;
  const request = `${apiUrl(world, repository)}/pulls/${pull}`;
  const page = `${world.url}/${fullName(repository)}/pull/${pull}#pullrequestreview-${id}`;
  return {
    ...{ id, node_id: `PRR_${id}`, user: accountJson(world, author), body, state },
    ...{ commit_id: commit, html_url: page, pull_request_url: request },
    ...(submitted !== null && { submitted_at: submitted }),
    author_association: association(repository, author),
    _links: { html: { href: page }, pull_request: { href: request } },
  };
}

/** A comment as it stands in the diff of today; an outdated one has no line. */
export async function reviewCommentJson(
  world: World,
  repository: Repository,
  ends: Ends,
  comment: ReviewComment,
) {
  const { id, pull, author, commit, place, body, created, updated, replyTo } = comment;
  const now = await presentPlace(repository, ends, comment);
  const url = `${apiUrl(world, repository)}/pulls/comments/${id}`;
  const request = `${apiUrl(world, repository)}/pulls/${pull}`;
  const page = `${world.url}/${fullName(repository)}/pull/${pull}#discussion_r${id}`;
  return {
    ...{ id, node_id: `PRRC_${id}`, pull_request_review_id: comment.review, url, body },
    ...{ user: accountJson(world, author), author_association: association(repository, author) },
    ...{ created_at: created, updated_at: updated, html_url: page, pull_request_url: request },
    ...{ path: place.path, side: place.side, start_side: place.startSide ?? null },
    ...{ commit_id: now === undefined ? commit : ends.head, original_commit_id: commit },
    ...{ line: now?.line ?? null, original_line: place.line ?? null },
    ...{ start_line: now?.startLine ?? null, original_start_line: place.startLine ?? null },
    ...{ position: now?.position ?? null, original_position: place.position },
    ...{ diff_hunk: place.hunk, subject_type: place.line === undefined ? 'file' : 'line' },
    ...(replyTo !== undefined && { in_reply_to_id: replyTo }),
    reactions: reactionsJson(url, comment.reactions),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: request } },
  };
}
