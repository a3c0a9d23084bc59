import { sealOn } from '../api/repository-client.ts';
import type { Publication } from '../api/review-target.ts';
import { replyToThread, updateReviewComment } from '../api/reviews.ts';
import { setResolved, type ThreadState } from '../api/thread-states.ts';
import { printMarker } from '../text/marker.ts';
import { goneNote, leftNote } from './comment-end.ts';
import { fetchThreads, type Thread } from './review-threads.ts';

/** Says in its comment that the finding of a thread is gone, then resolves it. */
export async function resolveThread(
  publication: Publication,
  pull: number,
  thread: Thread,
  state: ThreadState,
): Promise<void> {
  const { head } = publication.target;
  // The note comes first: a thread that is resolved without it was resolved by a person.
  await rewriteFirstComment(publication, pull, thread, [goneNote(head)], [`gone:${head}`]);
  await setResolved(publication, state, true);
}

/** Says in its comment that the finding of a thread is gone; whether to resolve it is for people. */
export async function noteGone(
  publication: Publication,
  pull: number,
  thread: Thread,
): Promise<void> {
  await rewriteFirstComment(
    publication,
    pull,
    thread,
    [leftNote(publication.target.head)],
    ['left'],
  );
}

/** Takes back what `noteGone` said. */
export async function removeNote(
  publication: Publication,
  pull: number,
  thread: Thread,
): Promise<void> {
  await rewriteFirstComment(publication, pull, thread, [], []);
}

/** Opens a thread again that we had resolved, and says in it that the finding is back. */
export async function reopenThread(
  publication: Publication,
  pull: number,
  thread: Thread,
  state: ThreadState | undefined,
): Promise<void> {
  const { target } = publication;
  const { id, finding = '' } = thread;
  if (state?.isResolved === true && state.mayResolve) await setResolved(publication, state, false);
  const words = [finding, target.head];
  const isReply = ({ replies }: Thread) =>
    replies.some(({ marker }) => marker?.kind === 'returned' && marker.words[1] === target.head);
  if (!isReply(thread)) {
    const marker = printMarker({ kind: 'returned', words }, sealOn(publication, pull));
    const body = `This is back in ${target.head.slice(0, 10)}.\n\n${marker}`;
    await replyToThread(publication, pull, id, body, async () => {
      const now = await fetchThreads(publication, pull);
      return now.find((one) => one.id === id && isReply(one))?.id;
    });
  }
  await removeNote(publication, pull, thread);
}

/** Gives the first comment of a thread another end. */
async function rewriteFirstComment(
  publication: Publication,
  pull: number,
  { id, text, finding = '' }: Thread,
  notes: readonly string[],
  words: readonly string[],
): Promise<void> {
  const marker = printMarker(
    { kind: 'finding', words: [finding, ...words] },
    sealOn(publication, pull),
  );
  await updateReviewComment(publication, id, [text, ...notes, marker].join('\n\n'));
}
