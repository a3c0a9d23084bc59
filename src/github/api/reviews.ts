import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** A comment on lines of a pull request: the first of a thread, or a reply in one. */
export interface ReviewComment {
  readonly id: number;
  /** Markdown. */
  readonly body: string;
  /** The user id of who wrote it. */
  readonly author: number | undefined;
  /** ISO 8601, to the second. */
  readonly created: string;
  readonly path: string;
  /** The line that it is on now; undefined when that was changed since. */
  readonly line: number | undefined;
  /** The lines that it was written about; undefined for a whole file. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
  /** The first comment of the thread; undefined for that one itself. */
  readonly inReplyTo: number | undefined;
  /** Its place on GitHub's page. */
  readonly url: string;
}

/** A review of a pull request. */
export interface PullReview {
  readonly id: number;
  readonly body: string;
  /** The user id of who wrote it. */
  readonly author: number | undefined;
}

/** Lines of the new side of a file, and what is said of them. */
export interface LineComment {
  readonly path: string;
  readonly lines: { readonly first: number; readonly last: number };
  readonly body: string;
}

const commentSchema = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullish(),
  created_at: z.string(),
  path: z.string(),
  line: z.int().nullish(),
  original_line: z.int().nullish(),
  original_start_line: z.int().nullish(),
  in_reply_to_id: z.int().nullish(),
  html_url: z.string(),
});

const PAGE = 100;

/** All comments on lines of a pull request, the oldest first. */
export async function fetchReviewComments(
  { github, calls, ownerRepo }: RepositoryCalls,
  pull: number,
): Promise<ReviewComment[]> {
  const comments = await calls.read((options) =>
    github.paginate(github.rest.pulls.listReviewComments, {
      ...{ ...ownerRepo, ...options, pull_number: pull, per_page: PAGE },
    }),
  );
  return comments.map(commentOf);
}

/** Reads one comment on lines. @throws GitHub's refusal 404 where it has been deleted */
export async function fetchReviewComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  comment_id: number,
): Promise<ReviewComment> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.getReviewComment({ ...ownerRepo, ...options, comment_id }),
  );
  return commentOf(data);
}

/**
 * Begins a thread on lines of a pull request.
 * @param landed see `Calls.write`
 * @returns the address of the comment
 */
export async function createReviewComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  { number, head }: { readonly number: number; readonly head: string },
  comment: LineComment,
  landed: () => Promise<string | undefined>,
): Promise<string> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.pulls.createReviewComment({
      ...{ ...ownerRepo, ...options, pull_number: number, commit_id: head },
      ...lineCommentRequest(comment),
    });
    return data.html_url;
  }, landed);
}

/**
 * Replies in a thread.
 * @param thread its first comment
 * @param landed see `Calls.write`
 * @returns the id of the reply
 */
export async function replyToThread(
  { github, calls, ownerRepo }: RepositoryCalls,
  pull: number,
  thread: number,
  body: string,
  landed: () => Promise<number | undefined>,
): Promise<number> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.pulls.createReplyForReviewComment({
      ...{ ...ownerRepo, ...options, pull_number: pull, comment_id: thread, body },
    });
    return data.id;
  }, landed);
}

/** Gives a comment on lines another text. */
export async function updateReviewComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  comment_id: number,
  body: string,
): Promise<void> {
  await calls.write((options) =>
    github.rest.pulls.updateReviewComment({ ...ownerRepo, ...options, comment_id, body }),
  );
}

/** The reviews of a pull request, the oldest first. */
export async function fetchReviews(
  { github, calls, ownerRepo }: RepositoryCalls,
  pull: number,
): Promise<PullReview[]> {
  const reviews = await calls.read((options) =>
    github.paginate(github.rest.pulls.listReviews, {
      ...{ ...ownerRepo, ...options, pull_number: pull, per_page: PAGE },
    }),
  );
  return reviews.map(({ id, body, user }) => ({ id, body, author: user?.id }));
}

/**
 * Posts a review that neither approves nor requests changes, with comments on lines.
 * @param landed see `Calls.write`
 * @returns the id of the review
 */
export async function createReview(
  { github, calls, ownerRepo }: RepositoryCalls,
  { number, head }: { readonly number: number; readonly head: string },
  { body, comments }: { readonly body: string; readonly comments: readonly LineComment[] },
  landed: () => Promise<number | undefined>,
): Promise<number> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.pulls.createReview({
      ...{ ...ownerRepo, ...options, pull_number: number, commit_id: head },
      ...{ event: 'COMMENT', body, comments: comments.map(lineCommentRequest) },
    });
    return data.id;
  }, landed);
}

function lineCommentRequest({ path, lines: { first, last }, body }: LineComment) {
  const start = { start_line: first, start_side: 'RIGHT' } as const;
  return { path, body, side: 'RIGHT' as const, line: last, ...(first < last && start) };
}

function commentOf(data: unknown): ReviewComment {
  const { id, body, user, path, line, ...one } = parseAnswer(commentSchema, data);
  const { original_line: last, original_start_line: first, in_reply_to_id: inReplyTo } = one;
  return {
    ...{ id, body: body ?? '', author: user?.id, created: one.created_at, path },
    ...{ line: line ?? undefined, inReplyTo: inReplyTo ?? undefined, url: one.html_url },
    lines: last == null ? undefined : { first: first ?? last, last },
  };
}
