import { fetchRequiredChecks } from '../../api/commits.ts';
import { openRepositoryClient, type RepositoryClientDeps } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { GATE_NAME, publishGateCheck } from '../checks/gate-check.ts';

/**
 * Says that a commit is no migration, where branch rules require the gate of everything: else it could
 * never be merged.
 */
export async function exemptFromGate(
  command: CommandOf<'exempt-from-gate'>,
  deps: RepositoryClientDeps,
): Promise<void> {
  const permissions = { checks: 'write', contents: 'read', metadata: 'read' } as const;
  const access = await openRepositoryClient(command, permissions, deps);
  const { head, into, pull } = command;
  if (!(await fetchRequiredChecks(access, into)).includes(GATE_NAME)) return;
  await publishGateCheck(
    access,
    { number: pull ?? 0, head },
    {
      conclusion: 'neutral',
      title: 'Nothing to look at',
      summary:
        pull === undefined
          ? 'Pull requests of a migration were looked at before they were queued.'
          : 'This pull request is not one of a migration.',
    },
  );
}
