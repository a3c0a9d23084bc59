import { fetchDefaultBranch } from '../../api/commits.ts';
import { updatePull } from '../../api/pulls.ts';
import { openRepositoryClient } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { fetchOpenPulls } from '../pulls/fetch-pulls.ts';
import { parsePullState } from '../pulls/pull-state.ts';
import type { MigrationDeps } from './migration-deps.ts';

const PERMISSIONS = {
  ...({ contents: 'read', metadata: 'read', pull_requests: 'write' } as const),
};

/**
 * After a pull request of the migration was closed, the dashboard moves. After one was merged: those that were based on its branch go into where
 * that went, and all that are open are seen to fit what is there now. One that was closed without a
 * merge says by itself that it is not wanted.
 */
export async function handleClosedMigration(
  command: CommandOf<'migration-closed'>,
  deps: MigrationDeps,
): Promise<void> {
  const { repository, installation } = command;
  await deps.updateDashboard({ kind: 'update-dashboard', repository, installation });
  if (!command.isMerged) return;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const into = await fetchDefaultBranch(access);
  const open = await fetchOpenPulls(access);
  for (const one of open) {
    if (one.into !== command.branch) continue;
    await updatePull(access, one.number, { into });
  }
  const created = new Date(deps.clock.now()).toISOString();
  const seal = { key: access.markerKey, repository: repository.id, author: access.identity.bot };
  for (const pull of open) {
    const [first] = parsePullState(pull, seal)?.functions ?? [];
    if (first === undefined) continue;
    await deps.requestMigration({
      ...{ kind: 'migrate-function', repository, installation, function: first },
      ...{ reason: 'base-moved', stack: false, created },
    });
  }
}
