import type { JobRun } from '../../../jobs/queue/run-leased-job.ts';
import { fetchBranchHead, fetchDefaultBranch } from '../../api/commits.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import { openRepositoryClient } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { surveyCommit } from '../../isolated-worker/run-migration-task.ts';
import { findNextSteps, firstFunctions, limitToRoom } from '../instructions/next-steps.ts';
import type { MigrationDeps } from './migration-deps.ts';

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'read', metadata: 'read', pull_requests: 'read' } as const),
};

/**
 * Begins with the functions whose turn it is, as many as may be open at once. No comment asked for them,
 * so none is answered: their pull requests say what came of it.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function migrateScheduled(
  command: CommandOf<'migrate-scheduled'>,
  run: JobRun,
  deps: MigrationDeps,
): Promise<void> {
  const { repository, installation, created } = command;
  const stopped = await deps.stoppedAt(repository.id);
  if (stopped !== undefined && stopped.getTime() >= Date.parse(created)) return;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const configuration = await fetchConfiguration(access);
  const { enabled, schedule, max_open: maxOpen } = configuration.migration;
  if (!enabled || schedule === 'off') return;
  const head = await fetchBranchHead(access, await fetchDefaultBranch(access));
  if (head === undefined) return;
  const place = { repository, installation, configuration };
  const survey = await surveyCommit(place, head, run.signal, deps);
  if (survey.paused !== undefined && survey.paused.length > 0) return;
  const { steps, open } = await findNextSteps(access, survey, maxOpen);
  const begun = await limitToRoom(steps, maxOpen - open, ({ name, file }) => {
    const use = `scheduled ${created} ${file}#${name}`;
    return deps.quotas.take(`migration ${repository.id}`, use, deps.limits.migrations);
  });
  for (const one of firstFunctions(begun)) {
    await deps.requestMigration({
      ...{ kind: 'migrate-function', repository, installation, function: one },
      // A stop since the schedule was due ends it.
      ...{ reason: 'scheduled', stack: false, created },
    });
  }
}
