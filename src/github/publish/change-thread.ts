import { ownerRepoOf, type Publication, sealOf } from '../api/review-target.ts';
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
  const { github, calls, target } = publication;
  const { id: comment_id, finding = '' } = thread;
  if (state?.isResolved === true && state.mayResolve) await setResolved(publication, state, false);
  const words = [finding, target.head];
  const isReply = ({ replies }: Thread) =>
    replies.some(({ marker }) => marker?.kind === 'returned' && marker.words[1] === target.head);
  if (!isReply(thread)) {
    const marker = printMarker({ kind: 'returned', words }, sealOf(publication, pull));
    const body = `This is back in ${target.head.slice(0, 10)}.\n\n${marker}`;
    const reply = { ...ownerRepoOf(target), pull_number: pull, comment_id, body };
    await calls.write<unknown>(
      (options) => github.rest.pulls.createReplyForReviewComment({ ...reply, ...options }),
      async () => {
        const now = await fetchThreads(publication, pull);
        return now.find((one) => one.id === comment_id && isReply(one));
      },
    );
  }
  await removeNote(publication, pull, thread);
}

/** Gives the first comment of a thread another end. */
async function rewriteFirstComment(
  publication: Publication,
  pull: number,
  { id: comment_id, text, finding = '' }: Thread,
  notes: readonly string[],
  words: readonly string[],
): Promise<void> {
  const { github, calls, target } = publication;
  const marker = printMarker(
    { kind: 'finding', words: [finding, ...words] },
    sealOf(publication, pull),
  );
  const body = [text, ...notes, marker].join('\n\n');
  await calls.write((options) =>
    github.rest.pulls.updateReviewComment({
      ...{ ...ownerRepoOf(target), ...options, comment_id, body },
    }),
  );
}
