import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { type FunctionId, idOf } from '../../commands/function-id.ts';
import { branchOf, isAlone } from '../../commands/migration-branch.ts';
import type { Survey, SurveyedFunction } from '../../isolated-worker/survey.ts';
import { findDashboard } from '../dashboard/dashboard-issue.ts';
import { parseNotes } from '../dashboard/function-notes.ts';
import { rowKey } from '../dashboard/rows.ts';
import { fetchOpenPulls, fetchPullFrom } from '../pulls/fetch-pulls.ts';
import { nextSteps } from './selection.ts';

type Step = readonly SurveyedFunction[];

/** What could be begun in a repository. */
export interface NextSteps {
  /** In the order of the migration, no more than were wanted. */
  readonly steps: readonly Step[];
  /** Whether anything could be begun, were it not for what was tried before. */
  readonly isAnythingLeft: boolean;
  /** How many pull requests of functions are open. */
  readonly open: number;
}

/**
 * The steps whose turn it is. One that was closed, or of which the dashboard says that it came to nothing,
 * is not proposed again until a person wants it.
 */
export async function findNextSteps(
  access: RepositoryClient,
  survey: Survey,
  wanted: number,
): Promise<NextSteps> {
  const open = (await fetchOpenPulls(access)).filter(({ branch }) =>
    branch.startsWith('rustward/migrate/'),
  );
  const notes = parseNotes((await findDashboard(access))?.body ?? '');
  const isBlocked = (one: SurveyedFunction) => notes.get(rowKey(one))?.blocked !== undefined;
  const left = nextSteps(survey, Number.MAX_SAFE_INTEGER, () => false);
  const steps: Step[] = [];
  for (const step of left) {
    if (steps.length >= wanted) break;
    if (step.some(isBlocked)) continue;
    if ((await fetchPullOfStep(access, survey, step)) === undefined) steps.push(step);
  }
  return { steps, isAnythingLeft: left.length > 0, open: open.length };
}

/**
 * Of steps those that there is room for.
 * @param room how many more pull requests may be open
 * @param take takes one of the tries that are left; false where none is
 */
export async function limitToRoom(
  steps: readonly Step[],
  room: number,
  take: (first: FunctionId) => Promise<boolean>,
): Promise<Step[]> {
  const begun: Step[] = [];
  for (const step of steps.slice(0, Math.max(0, room))) {
    const [first] = step;
    if (first === undefined || !(await take(first))) break;
    begun.push(step);
  }
  return begun;
}

/** By what a step is asked for: its first function. */
export function firstFunctions(steps: readonly Step[]): FunctionId[] {
  return steps.flatMap(([first]) => (first === undefined ? [] : [idOf(first)]));
}

/** The pull request of a step that is open or was closed; none where one was merged, or never was. */
async function fetchPullOfStep(
  access: RepositoryClient,
  survey: Survey,
  [first]: Step,
): Promise<PullRequest | undefined> {
  if (first === undefined) return undefined;
  const found = await fetchPullFrom(access, branchOf(first, isAlone(survey, first)));
  return found?.state === 'merged' ? undefined : found;
}
