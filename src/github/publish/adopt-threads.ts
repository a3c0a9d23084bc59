import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { updateReviewComment } from '../api/reviews.ts';
import { isOn } from '../publication-plan/line-comments.ts';
import type { PlannedFinding, PublicationPlan } from '../publication-plan/publication-plan.ts';
import { commentBody } from './review-text.ts';
import type { Thread } from './review-threads.ts';

/**
 * A finding's name comes from the code that it rests on (see `findingKey`), so an edit of that gives it a new one.
 * A thread whose finding is gone, and on whose line one with the same words stands now, goes on
 * with that one, so that there are not two comments about one defect. The thread of a finding that a person has settled does
 * not: the decision was about other code, and a thread that is resolved says nothing of what is open again.
 * @param settled the names of findings that people have settled
 * @returns the threads as they are now
 */
export async function adoptThreads(
  client: RepositoryClient,
  pull: number,
  threads: readonly Thread[],
  plan: PublicationPlan,
  settled: ReadonlySet<string>,
): Promise<Thread[]> {
  const open = threads.filter(({ finding }) => !settled.has(finding ?? ''));
  const taken = new Set(threads.flatMap(({ finding }) => finding ?? []));
  const successors = findSuccessors(open, plan, taken);
  const seal = sealOn(client, pull);
  for (const [{ id }, { finding }] of successors) {
    const body = commentBody({ finding, suggests: false }, seal);
    await updateReviewComment(client, id, body);
  }
  return threads.map((thread) => {
    const successor = successors.get(thread);
    return successor === undefined
      ? thread
      : { ...thread, ...successor, finding: successor.finding.key };
  });
}

interface Successor {
  readonly finding: PlannedFinding;
  readonly text: string;
  readonly left: false;
}

/** Which finding each such thread goes on with; each finding has one at most. */
function findSuccessors(
  threads: readonly Thread[],
  plan: PublicationPlan,
  taken: Set<string>,
): Map<Thread, Successor> {
  const current = new Set([...plan.findings.map(({ key }) => key), ...plan.still_there]);
  const successors = new Map<Thread, Successor>();
  for (const thread of threads) {
    const { finding: before, gone, line, path, text } = thread;
    if (before === undefined || current.has(before) || gone !== undefined) continue;
    const successor = plan.findings.find(
      (one) =>
        !taken.has(one.key) &&
        line !== undefined &&
        isOn(one, path, { first: line, last: line }) &&
        firstLine(one.body) === firstLine(text),
    );
    if (successor === undefined) continue;
    taken.add(successor.key);
    successors.set(thread, { finding: successor, text: successor.body, left: false });
  }
  return successors;
}

/** What is wrong, how severe, and the weakness: see `findingComment`. */
function firstLine(markdown: string): string {
  return markdown.split('\n', 1)[0] ?? '';
}
