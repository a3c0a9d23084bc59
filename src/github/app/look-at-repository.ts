import type { CommandOf } from '../commands/command.ts';
import { type RecoveryDeps, recoverRepository } from './recover-migrations.ts';
import { followSchedule, type ScheduleDeps } from './schedule.ts';

/**
 * Does at once what the hourly looks would find to do in a repository that the App can reach from now on, or
 * where it may do more. Where the App was before, migrations that were in work go on.
 */
export async function lookAtRepository(
  { installation, repository, isNew }: CommandOf<'look-at-repository'>,
  deps: RecoveryDeps & ScheduleDeps,
): Promise<void> {
  if (isNew) await recoverRepository(installation, repository, deps);
  await followSchedule(installation, repository, deps);
}
