import type { ThreadMessage } from '../../security/question/draft-answer.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import { fetchReviewComments } from '../api/reviews.ts';

/** The last messages of a thread that a model gets, and how much of each. */
const MAX_MESSAGES = 12;
const MAX_CHARACTERS = 4000;

/** The messages of a thread up to one of them, the oldest first, without what is not shown. */
export async function fetchThreadMessages(
  client: RepositoryClient,
  pull: number,
  thread: number,
  until: number,
): Promise<ThreadMessage[]> {
  const comments = await fetchReviewComments(client, pull);
  return comments
    .filter(({ id, inReplyTo: first }) => id === thread || (first === thread && id <= until))
    .slice(-MAX_MESSAGES)
    .map(({ body, author }) => ({
      from: author === client.identity.bot ? 'reviewer' : 'maintainer',
      text: body.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '').slice(0, MAX_CHARACTERS),
    }));
}

/** Whether a message asks something: there is a question mark outside of code and quotations. */
export function isQuestion(text: string): boolean {
  const own = text
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '')
    .replaceAll(/^ {0,3}>.*$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\w+:\/\/\S+/g, '');
  return own.includes('?');
}
