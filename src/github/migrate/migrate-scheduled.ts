import type { JobRun } from '../../jobs/run-turn.ts';
import type { CommandOf } from '../command.ts';
import { accessFor } from '../instructions/access.ts';
import { readConfiguration } from '../review/default-branch.ts';
import { findNext, firstsOf, withinRoom } from './begin-next.ts';
import type { MigrationDeps } from './migration-deps.ts';
import { defaultBranch, headOf } from './pulls.ts';
import { surveyCommit } from './run-migration-task.ts';

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'read', metadata: 'read', pull_requests: 'read' } as const),
};

/**
 * Begins with the functions whose turn it is, as many as may be open at once. Nobody asked, so nobody
 * is answered: their pull requests say what came of it.
 * @throws whatever another try may mend
 */
export async function migrateScheduled(
  command: CommandOf<'migrate-scheduled'>,
  run: JobRun,
  deps: MigrationDeps,
): Promise<void> {
  const { repository, installation, created } = command;
  const stopped = await deps.stoppedAt(repository.id);
  if (stopped !== undefined && stopped.getTime() >= Date.parse(created)) return;
  const access = await accessFor(command, PERMISSIONS, deps);
  const configuration = await readConfiguration(access.github, repository);
  const { enabled, schedule, max_open: mostOpen } = configuration.migration;
  if (!enabled || schedule === 'off') return;
  const head = await headOf(access, await defaultBranch(access));
  if (head === undefined) return;
  const place = { repository, installation, configuration };
  const survey = await surveyCommit(place, head, run.signal, deps);
  const { steps, open } = await findNext(access, survey, mostOpen);
  const begun = await withinRoom(steps, mostOpen - open, ({ name, file }) => {
    const use = `scheduled ${created} ${file}#${name}`;
    return deps.quotas.take(`migration ${repository.id}`, use, deps.limits.migrations);
  });
  for (const one of firstsOf(begun)) {
    await deps.requestMigration({
      ...{ kind: 'migrate-function', repository, installation, function: one },
      // Whoever said stop since the schedule was due ends it.
      ...{ reason: 'scheduled', stack: false, created },
    });
  }
}
