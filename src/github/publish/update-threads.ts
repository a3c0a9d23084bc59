import { graphqlRefusalOf, refusalOf } from '../api/retrying-calls.ts';
import type { Publication } from '../api/review-target.ts';
import { fetchThreadStates } from '../api/thread-states.ts';
import { isOn } from '../publication-plan/line-comments.ts';
import type { PublicationPlan } from '../publication-plan/publication-plan.ts';
import { noteGone, removeNote, reopenThread, resolveThread } from './change-thread.ts';
import type { Thread } from './review-threads.ts';

/** What has become of the threads of earlier pushes. */
export interface UpdatedThreads {
  /** Keys of findings whose thread is resolved now: they are gone. */
  readonly resolved: readonly string[];
  /** Keys of findings whose thread is open again. */
  readonly returned: readonly string[];
  readonly notices: readonly string[];
}

const NO_CHANGES: UpdatedThreads = { resolved: [], returned: [], notices: [] };

/**
 * Resolves the threads of findings that are gone, and opens those again whose finding is back. The
 * comment says so; where lines are as they were, only the comment says it, as it is not known which
 * change has fixed the defect. What a person has resolved or opened stays so.
 * @throws as `Calls`; that GitHub refuses is a notice
 */
export async function updateThreads(
  publication: Publication,
  pull: number,
  threads: readonly Thread[],
  plan: PublicationPlan,
): Promise<UpdatedThreads> {
  const current = new Set(plan.findings.map(({ key }) => key));
  const isBack = ({ finding, gone, left }: Thread) =>
    (gone !== undefined || left) && current.has(finding ?? '');
  const back = threads.filter(isBack);
  const gone = plan.complete
    ? threads.filter((thread) => mayBeGone(thread, publication, plan))
    : [];
  if (back.length + gone.length === 0) return NO_CHANGES;
  try {
    const github = (await publication.openWriteGitHub?.()) ?? publication.github;
    return await applyThreadChanges({ ...publication, github }, pull, gone, back);
  } catch (thrown) {
    const problem = refusalOf(thrown)?.message ?? graphqlRefusalOf(thrown);
    if (problem === undefined) throw thrown;
    return { ...NO_CHANGES, notices: [`Not every thread is as it should be: ${problem}`] };
  }
}

async function applyThreadChanges(
  publication: Publication,
  pull: number,
  gone: readonly Thread[],
  back: readonly Thread[],
): Promise<UpdatedThreads> {
  const states = await fetchThreadStates(publication, pull);
  const resolved: string[] = [];
  let kept = 0;
  for (const thread of gone) {
    const state = states.get(thread.id);
    if (state === undefined || state.isResolved) continue;
    if (state.isOutdated && state.mayResolve) {
      await resolveThread(publication, pull, thread, state);
      resolved.push(thread.finding ?? '');
    } else if (!thread.left) await noteGone(publication, pull, thread);
    if (state.isOutdated && !state.mayResolve) kept += 1;
  }
  const returned: string[] = [];
  for (const thread of back) {
    if (thread.gone === undefined) await removeNote(publication, pull, thread);
    else {
      await reopenThread(publication, pull, thread, states.get(thread.id));
      returned.push(thread.finding ?? '');
    }
  }
  const notices = kept === 0 ? [] : [`${KEPT_OPEN} (${kept})`];
  return { resolved, returned, notices };
}

const KEPT_OPEN =
  'Threads of findings that are gone stay open: to resolve them, GitHub wants the app to have the permission to write contents';

/** Whether all holds that can be told without knowing whether it is outdated. */
function mayBeGone(
  { finding, gone, replies, path, lines }: Thread,
  { identity, target }: Publication,
  { findings, still_there: stillOpen }: PublicationPlan,
): boolean {
  if (finding === undefined || lines === undefined || stillOpen.includes(finding)) return false;
  // Resolved for an earlier push and open all the same: a person has opened it again.
  if (gone !== undefined && gone !== target.head) return false;
  if (replies.some(({ author }) => author !== identity.bot)) return false;
  return !findings.some((one) => one.key === finding || isOn(one, path, lines));
}
