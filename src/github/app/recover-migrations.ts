import { fetchBranchHead } from '../api/commits.ts';
import type { Command, Repository } from '../commands/command.ts';
import { CHART_BRANCH } from '../migrate/dashboard/publish-chart.ts';
import { fetchOpenPulls } from '../migrate/pulls/fetch-pulls.ts';
import { forEachRepository } from './each-repository.ts';
import { openReadClient, type ReadClientDeps } from './read-client.ts';

export interface RecoveryDeps extends ReadClientDeps {
  /** Has a command carried out, before long. */
  readonly request: (command: Command) => Promise<void>;
}

/**
 * After the loss of the database: has all migrations looked at again. What was to be judged or begun may
 * have been lost with it, and no event comes a second time for that. What is right stays as it is.
 * @returns what kept it from looking at a repository or an installation
 */
export async function recoverMigrations(deps: RecoveryDeps): Promise<string[]> {
  return await forEachRepository(deps.access, deps.signal, (installation, repository) =>
    recoverRepository(installation, repository, deps),
  );
}

/** The same for one repository. */
export async function recoverRepository(
  installation: number,
  repository: Repository,
  deps: RecoveryDeps,
): Promise<void> {
  const place = { repository, installation };
  const access = await openReadClient(place, deps);
  const pulls = await fetchOpenPulls(access);
  for (const { branch } of pulls) {
    await deps.request({ kind: 'link-migration', ...place, branch, isAsked: false });
    await deps.request({ kind: 'judge-migration', ...place, branch, isAsked: false });
  }
  // A dashboard has a picture.
  if (pulls.length === 0 && (await fetchBranchHead(access, CHART_BRANCH)) === undefined) return;
  await deps.request({ kind: 'update-dashboard', ...place, isAfterLoss: true });
}
