import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** A comment on an issue, or on a pull request as a whole. */
export interface IssueComment {
  readonly id: number;
  /** Markdown. */
  readonly body: string;
  /** The user id of who wrote it. */
  readonly author: number | undefined;
  /** ISO 8601, to the second. */
  readonly created: string;
}

const commentSchema = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullish(),
  created_at: z.string(),
});

/** The comments on an issue or a pull request, the oldest first. */
export async function fetchIssueComments(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
): Promise<IssueComment[]> {
  const comments = await calls.read((options) =>
    github.paginate(github.rest.issues.listComments, {
      ...{ ...ownerRepo, ...options, issue_number: number, per_page: 100 },
    }),
  );
  return comments.map(commentOf);
}

/** Reads one comment. @throws GitHub's refusal 404 where it has been deleted */
export async function fetchIssueComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  comment_id: number,
): Promise<IssueComment> {
  const { data } = await calls.read((options) =>
    github.rest.issues.getComment({ ...ownerRepo, ...options, comment_id }),
  );
  return commentOf(data);
}

/**
 * Comments on an issue or a pull request.
 * @param landed see `Calls.write`
 * @returns the id of the comment
 */
export async function createIssueComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
  body: string,
  landed: () => Promise<number | undefined>,
): Promise<number> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.issues.createComment({
      ...{ ...ownerRepo, ...options, issue_number: number, body },
    });
    return data.id;
  }, landed);
}

/** Gives a comment another text. */
export async function updateIssueComment(
  { github, calls, ownerRepo }: RepositoryCalls,
  comment_id: number,
  body: string,
): Promise<void> {
  await calls.write((options) =>
    github.rest.issues.updateComment({ ...ownerRepo, ...options, comment_id, body }),
  );
}

/** Reacts to a comment with a pair of eyes. A second time does nothing. */
export async function reactWithEyes(
  { github, calls, ownerRepo }: RepositoryCalls,
  { kind, id }: { readonly kind: 'issue' | 'review'; readonly id: number },
): Promise<void> {
  const { reactions } = github.rest;
  const eyes = { ...ownerRepo, comment_id: id, content: 'eyes' as const };
  await calls.write(async (options) => {
    if (kind === 'issue') await reactions.createForIssueComment({ ...eyes, ...options });
    else await reactions.createForPullRequestReviewComment({ ...eyes, ...options });
  });
}

function commentOf(data: unknown): IssueComment {
  const { id, body, user, created_at: created } = parseAnswer(commentSchema, data);
  return { id, body: body ?? '', author: user?.id, created };
}
