import { printMarker } from '../marker.ts';
import type { PlannedFinding, ReviewPlan } from '../review-plan.ts';
import { goneNote } from './comment-end.ts';
import { type Thread, threadsOf } from './own-comments.ts';
import { type Publication, repositoryOf, sealOf } from './target.ts';
import { setResolved, type ThreadState, threadStates } from './thread-states.ts';

/** What has become of the threads of earlier pushes. */
export interface SettledThreads {
  /** Keys of findings whose thread is resolved now: they are gone. */
  readonly resolved: readonly string[];
  /** Keys of findings whose thread is open again. */
  readonly returned: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Resolves the threads of findings that are gone, and opens those again whose finding is back. What
 * the app has resolved says so in its comment; what a person has resolved or opened stays so.
 * @throws as `Calls`
 */
export async function settleThreads(
  publication: Publication,
  pull: number,
  threads: readonly Thread[],
  plan: ReviewPlan,
): Promise<SettledThreads> {
  const current = new Set(plan.findings.map(({ key }) => key));
  const back = threads.filter(
    ({ finding, gone }) => gone !== undefined && current.has(finding ?? ''),
  );
  const gone = plan.complete
    ? threads.filter((thread) => mayBeGone(thread, publication, plan.findings))
    : [];
  const resolved: string[] = [];
  const returned: string[] = [];
  const notices: string[] = [];
  if (back.length + gone.length === 0) return { resolved, returned, notices };
  const states = await threadStates(publication, pull);
  let kept = 0;
  for (const thread of gone) {
    const state = states.get(thread.id);
    if (state === undefined || state.isResolved || !state.isOutdated) continue;
    if (!state.mayResolve) kept += 1;
    else {
      await resolve(publication, pull, thread, state);
      resolved.push(thread.finding ?? '');
    }
  }
  for (const thread of back) {
    await reopen(publication, pull, thread, states.get(thread.id));
    returned.push(thread.finding ?? '');
  }
  if (kept > 0) {
    notices.push(
      `${kept} threads of findings that are gone stay open: to resolve them, GitHub wants the app to have the permission to write contents.`,
    );
  }
  return { resolved, returned, notices };
}

/** Whether all holds that can be told without knowing whether it is outdated. */
function mayBeGone(
  { finding, gone, replies, path, lines }: Thread,
  { identity, target }: Publication,
  findings: readonly PlannedFinding[],
): boolean {
  if (finding === undefined || lines === undefined) return false;
  // Resolved for an earlier push and open all the same: a person has opened it again.
  if (gone !== undefined && gone !== target.head) return false;
  if (replies.some(({ author }) => author !== identity.bot)) return false;
  return !findings.some(
    (one) =>
      one.key === finding ||
      (one.path === path && one.start_line <= lines.last && lines.first <= one.end_line),
  );
}

async function resolve(
  publication: Publication,
  pull: number,
  thread: Thread,
  state: ThreadState,
): Promise<void> {
  const { head } = publication.target;
  // The note comes first: a thread that is resolved without it was resolved by a person.
  await rewrite(publication, pull, thread, [goneNote(head)], [`gone:${head}`]);
  await setResolved(publication, state, true);
}

async function reopen(
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
    const reply = { ...repositoryOf(target), pull_number: pull, comment_id, body };
    await calls.write<unknown>(
      (options) => github.rest.pulls.createReplyForReviewComment({ ...reply, ...options }),
      async () => {
        const now = await threadsOf(publication, pull);
        return now.find((one) => one.id === comment_id && isReply(one));
      },
    );
  }
  await rewrite(publication, pull, thread, [], []);
}

/** Gives the first comment of a thread another end. */
async function rewrite(
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
      ...{ ...repositoryOf(target), ...options, comment_id, body },
    }),
  );
}
