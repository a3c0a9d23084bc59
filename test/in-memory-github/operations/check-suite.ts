import type { App } from '../state/caller.ts';
import type { CheckRun, CheckSuite } from '../state/check-run.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';

/** The suite of an app on a commit, begun when there is none. */
export function ensureSuite(
  world: World,
  repository: Repository,
  app: App,
  headSha: string,
): CheckSuite {
  const there = [...repository.checkSuites.values()].find(
    (one) => one.app.id === app.id && one.headSha === headSha,
  );
  return there ?? newSuite(world, repository, app, headSha);
}

/** A further suite of an app on a commit. */
export function newSuite(
  world: World,
  { checkSuites, refs }: Repository,
  app: App,
  headSha: string,
): CheckSuite {
  const branch = [...refs].find(([ref, sha]) => ref.startsWith(BRANCHES) && sha === headSha);
  const suite = {
    ...{ id: world.nextId(), app, headSha, created: timestamp(world) },
    headBranch: branch?.[0].slice(BRANCHES.length) ?? null,
  };
  checkSuites.set(suite.id, suite);
  return suite;
}

const BRANCHES = 'refs/heads/';

/** What a suite with runs of several conclusions ends with: the first of these that is there. */
const CONCLUSIONS = [
  ...['failure', 'timed_out', 'cancelled', 'action_required', 'stale'],
  ...['success', 'neutral', 'skipped'],
];

/** Of each name, the newest run of a suite. */
export function latestRuns({ checkRuns }: Repository, { id }: CheckSuite): CheckRun[] {
  const runs = [...checkRuns.values()].filter(({ suite }) => suite === id);
  return [...new Map(runs.map((one) => [one.name, one])).values()];
}

/** How far a suite is, as its runs are. */
export function suiteState(
  repository: Repository,
  suite: CheckSuite,
): { readonly status: string; readonly conclusion: string | null } {
  const runs = latestRuns(repository, suite);
  if (runs.length > 0 && runs.every(({ status }) => status === 'completed')) {
    const conclusion = CONCLUSIONS.find((name) => runs.some((one) => one.conclusion === name));
    return { status: 'completed', conclusion: conclusion ?? null };
  }
  const begun = runs.some(({ status }) => status !== 'queued');
  return { status: begun ? 'in_progress' : 'queued', conclusion: null };
}
