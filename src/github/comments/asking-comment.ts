import { fetchIssueComment, reactWithEyes } from '../api/comments.ts';
import { undefinedIfMissing } from '../api/commits.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import { fetchReviewComment } from '../api/reviews.ts';
import type { CommandOf } from '../commands/command.ts';

type CommentedCommand = Pick<CommandOf<'follow-instruction'>, 'comment' | 'user'>;

/** What GitHub knows of the comment that asked for something. */
export interface AskingComment {
  /** When it was written: ISO 8601, to the second. */
  readonly created: string;
  /** The first comment of its thread; undefined outside of one. */
  readonly thread: number | undefined;
}

/** The comment of a command; undefined when it has been deleted, or is not that person's. */
export async function fetchAskingComment(
  client: RepositoryCalls,
  { comment, user }: CommentedCommand,
): Promise<AskingComment | undefined> {
  const asking = await undefinedIfMissing(async () => {
    if (comment.kind === 'issue') {
      return { ...(await fetchIssueComment(client, comment.id)), thread: undefined };
    }
    const found = await fetchReviewComment(client, comment.id);
    return { ...found, thread: found.inReplyTo ?? found.id };
  });
  if (asking?.author !== user.id) return undefined;
  return { created: asking.created, thread: asking.thread };
}

/** Shows at once that a comment was read. */
export async function acknowledge(
  client: RepositoryCalls,
  { comment }: Pick<CommentedCommand, 'comment'>,
): Promise<void> {
  await reactWithEyes(client, comment);
}
