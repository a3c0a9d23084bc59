import type { PlannedFinding, ReviewPlan } from '../plan/review-plan.ts';
import type { Thread } from './own-comments.ts';
import { commentBody } from './review-text.ts';
import { type Publication, repositoryOf, sealOf } from './target.ts';

/**
 * A finding's name comes from its line and those after it (see `findingKey`), so an edit close by
 * gives it a new one. A thread whose finding is gone, and on whose line one with the same words
 * stands now, goes on with that one: nobody gets two comments about one defect.
 * @returns the threads as they are now
 */
export async function adoptThreads(
  publication: Publication,
  pull: number,
  threads: readonly Thread[],
  plan: ReviewPlan,
): Promise<Thread[]> {
  const heirs = heirsOf(threads, plan);
  const { github, calls, target } = publication;
  const seal = sealOf(publication, pull);
  for (const [{ id }, { finding }] of heirs) {
    const lines = { first: finding.start_line, last: finding.end_line };
    const body = commentBody({ finding, lines, suggests: false }, seal);
    const comment = { ...repositoryOf(target), comment_id: id, body };
    await calls.write((options) =>
      github.rest.pulls.updateReviewComment({ ...comment, ...options }),
    );
  }
  return threads.map((thread) => {
    const heir = heirs.get(thread);
    return heir === undefined ? thread : { ...thread, ...heir, finding: heir.finding.key };
  });
}

interface Heir {
  readonly finding: PlannedFinding;
  readonly text: string;
  readonly left: false;
}

/** Which finding each such thread goes on with; each finding has one at most. */
function heirsOf(threads: readonly Thread[], plan: ReviewPlan): Map<Thread, Heir> {
  const current = new Set([...plan.findings.map(({ key }) => key), ...plan.still_there]);
  const taken = new Set(threads.flatMap(({ finding }) => finding ?? []));
  const heirs = new Map<Thread, Heir>();
  for (const thread of threads) {
    const { finding: before, gone, line, path, text } = thread;
    if (before === undefined || current.has(before) || gone !== undefined) continue;
    const heir = plan.findings.find(
      (one) =>
        !taken.has(one.key) &&
        one.path === path &&
        line !== undefined &&
        one.start_line <= line &&
        line <= one.end_line &&
        firstLine(one.body) === firstLine(text),
    );
    if (heir === undefined) continue;
    taken.add(heir.key);
    heirs.set(thread, { finding: heir, text: heir.body, left: false });
  }
  return heirs;
}

/** What is wrong, how severe, and the weakness: see `findingComment`. */
function firstLine(markdown: string): string {
  return markdown.split('\n', 1)[0] ?? '';
}
