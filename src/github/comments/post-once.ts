import { createIssueComment, updateIssueComment } from '../api/comments.ts';
import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { printMarker } from '../text/marker.ts';
import { fetchOwnComments } from './own-comments.ts';

/** A comment that is found again by its marker. */
export interface MarkedComment {
  /** What it is about: the words of its marker. */
  readonly words: readonly string[];
  /** Markdown with nothing in it that acts. */
  readonly text: string;
}

/** Posts a comment on an issue or a pull request, unless the app has posted one with that marker. */
export async function postOnce(
  access: RepositoryClient,
  number: number,
  comment: MarkedComment,
): Promise<void> {
  if ((await findMarked(access, number, comment)) !== undefined) return;
  await post(access, number, comment);
}

/** Posts a comment, or gives the one with that marker another text. */
export async function postOrUpdate(
  access: RepositoryClient,
  number: number,
  comment: MarkedComment,
): Promise<void> {
  const before = await findMarked(access, number, comment);
  if (before === undefined) await post(access, number, comment);
  else await updateIssueComment(access, before, bodyOf(access, number, comment));
}

async function post(
  access: RepositoryClient,
  number: number,
  comment: MarkedComment,
): Promise<void> {
  const body = bodyOf(access, number, comment);
  await createIssueComment(access, number, body, () => findMarked(access, number, comment));
}

async function findMarked(
  access: RepositoryClient,
  number: number,
  { words }: MarkedComment,
): Promise<number | undefined> {
  const own = await fetchOwnComments(access, number, false);
  return own.find(({ marker }) => marker.words.join(' ') === words.join(' '))?.id;
}

function bodyOf(access: RepositoryClient, number: number, { words, text }: MarkedComment): string {
  return `${text}\n\n${printMarker({ kind: 'status', words }, sealOn(access, number))}`;
}
