import { refusalOf } from '../api/calls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
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
  { github, calls, ownerRepo }: RepositoryClient,
  { comment, user }: CommentedCommand,
): Promise<AskingComment | undefined> {
  const which = { ...ownerRepo, comment_id: comment.id };
  const { issues, pulls } = github.rest;
  try {
    if (comment.kind === 'issue') {
      const { data } = await calls.read((options) => issues.getComment({ ...which, ...options }));
      return data.user?.id === user.id
        ? { created: data.created_at, thread: undefined }
        : undefined;
    }
    const { data } = await calls.read((options) =>
      pulls.getReviewComment({ ...which, ...options }),
    );
    return data.user.id === user.id
      ? { created: data.created_at, thread: data.in_reply_to_id ?? data.id }
      : undefined;
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}

/** Shows at once that a comment was read. Nobody reacts twice: a second time does nothing. */
export async function acknowledge(
  { github, calls, ownerRepo }: RepositoryClient,
  { comment }: Pick<CommentedCommand, 'comment'>,
): Promise<void> {
  const { reactions } = github.rest;
  const eyes = { ...ownerRepo, comment_id: comment.id, content: 'eyes' as const };
  await calls.write(async (options) => {
    if (comment.kind === 'issue') {
      await reactions.createForIssueComment({ ...eyes, ...options });
    } else {
      await reactions.createForPullRequestReviewComment({ ...eyes, ...options });
    }
  });
}
