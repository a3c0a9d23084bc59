import { fetchConfiguration } from '../api/fetch-configuration.ts';
import type { CommandOf, Repository } from '../commands/command.ts';
import { wasOpenedSince } from '../migrate/pulls/fetch-pulls.ts';
import { forEachRepository } from './each-repository.ts';
import { openReadClient, type ReadClientDeps } from './read-client.ts';

const DAY = 24 * 3_600_000;
const PERIODS = { daily: DAY, weekly: 7 * DAY } as const;

export interface ScheduleDeps extends ReadClientDeps {
  /** When the schedule of a repository was last followed; undefined where that is not known. */
  readonly lastBegun: (repository: number) => Promise<Date | undefined>;
  /** Has it followed, before long, and remembers when. */
  readonly begin: (command: CommandOf<'migrate-scheduled'>) => Promise<void>;
}

/**
 * Begins the next functions wherever `migration.schedule` says that it is time.
 * @returns what kept it from looking at a repository or an installation
 */
export async function followSchedules(deps: ScheduleDeps): Promise<string[]> {
  return await forEachRepository(deps.access, deps.signal, (installation, repository) =>
    followSchedule(installation, repository, deps),
  );
}

/** The same for one repository. */
export async function followSchedule(
  installation: number,
  repository: Repository,
  deps: ScheduleDeps,
): Promise<void> {
  const now = deps.clock.now();
  const last = (await deps.lastBegun(repository.id))?.getTime() ?? 0;
  // Most are settled by that, and GitHub is asked nothing.
  if (now - last <= DAY) return;
  const place = { repository, installation };
  const access = await openReadClient(place, deps);
  const { enabled, schedule } = (await fetchConfiguration(access)).migration;
  if (!enabled || schedule === 'off') return;
  const since = now - PERIODS[schedule];
  if (last >= since) return;
  // A new database knows of nothing that was begun; the pull requests do.
  if (await wasOpenedSince(access, since)) return;
  const created = new Date(now).toISOString();
  await deps.begin({ kind: 'migrate-scheduled', ...place, created });
}
