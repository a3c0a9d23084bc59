import { mergedTree } from '../git/merge.ts';
import { latestStatuses } from '../operations/commit-status-json.ts';
import { pullEnds } from '../operations/find-issue.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';

export interface Mergeability {
  /** GitHub's word for it. */
  readonly state: 'unknown' | 'draft' | 'dirty' | 'blocked' | 'unstable' | 'clean';
  /** Whether there is no conflict; null for a pull request that is closed. */
  readonly mergeable: boolean | null;
  /** Why it cannot be merged now; undefined when it can. */
  readonly problem: string | undefined;
}

/** Whether a pull request can be merged, as its branch asks. */
export async function mergeability(
  repository: Repository,
  request: PullRequest,
): Promise<Mergeability> {
  if (request.state === 'closed') {
    return { state: 'unknown', mergeable: null, problem: 'Pull Request is not mergeable' };
  }
  const { base, head } = await pullEnds(repository, request);
  if ((await mergedTree(repository.folder, base, head)) === undefined) {
    return { state: 'dirty', mergeable: false, problem: 'Pull Request is not mergeable' };
  }
  if (request.pull.draft) {
    return { state: 'draft', mergeable: true, problem: 'Pull Request is still a draft' };
  }
  const problem = checksProblem(repository, request.pull.base, head);
  if (problem !== undefined) return { state: 'blocked', mergeable: true, problem };
  const others = [...repository.checkRuns.values()].filter(({ headSha }) => headSha === head);
  const passed = others.every(({ name }) => checkState(repository, head, name) === 'passed');
  return { state: passed ? 'clean' : 'unstable', mergeable: true, problem: undefined };
}

/** What a branch still asks of a commit that is to come into it; undefined for nothing. */
function checksProblem(repository: Repository, branch: string, sha: string): string | undefined {
  for (const name of repository.protections.get(branch)?.checks ?? []) {
    const state = checkState(repository, sha, name);
    if (state === 'failed') return `Required status check "${name}" is failing.`;
    if (state !== 'passed') return `Required status check "${name}" is expected.`;
  }
  return undefined;
}

/** How far all checks are that a branch asks for. */
export function requiredState(repository: Repository, branch: string, sha: string): CheckState {
  const names = repository.protections.get(branch)?.checks ?? [];
  const states = names.map((name) => checkState(repository, sha, name));
  if (states.includes('failed')) return 'failed';
  return states.every((state) => state === 'passed') ? 'passed' : 'pending';
}

type CheckState = 'pending' | 'passed' | 'failed';

/** Of the newest run of that name; none is pending. GitHub lets neutral and skipped ones pass. */
function checkState(repository: Repository, sha: string, name: string): CheckState {
  const run = [...repository.checkRuns.values()].findLast(
    (one) => one.headSha === sha && one.name === name,
  );
  if (run === undefined) return statusState(repository, sha, name);
  if (run.status !== 'completed') return 'pending';
  return ['success', 'neutral', 'skipped'].includes(run.conclusion ?? '') ? 'passed' : 'failed';
}

/** A status under that name is as good as a check. */
function statusState(repository: Repository, sha: string, name: string): CheckState {
  const status = latestStatuses(repository, sha).find(({ context }) => context === name);
  if (status === undefined || status.state === 'pending') return 'pending';
  return status.state === 'success' ? 'passed' : 'failed';
}
