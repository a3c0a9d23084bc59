import { listPulls } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import { fetchGateCheck } from '../checks/gate-check.ts';
import { isOfMigration } from '../pulls/fetch-pulls.ts';
import { MIGRATION_LABELS } from '../pulls/labels.ts';
import { parsePullState } from '../pulls/pull-state.ts';
import type { ListedPull } from './rows.ts';

/** How many pull requests are looked at: older ones were merged or closed long ago. */
const MAX_PULLS = 2000;

/**
 * The pull requests of the migration, also those that were merged or closed, the newest first.
 * @param access with a token that reads checks
 */
export async function fetchDashboardPulls(access: RepositoryClient): Promise<ListedPull[]> {
  const { repository, identity } = access;
  const seal = { key: access.markerKey, repository: repository.id, author: identity.bot };
  const found: ListedPull[] = [];
  let seen = 0;
  for await (const pull of listPulls(access, { state: 'all', order: 'newest first' })) {
    if (seen === MAX_PULLS) break;
    seen += 1;
    const { number, branch, isDraft, state, labels } = pull;
    if (!isOfMigration(access, pull) || parseBranch(branch)?.kind !== 'function') continue;
    const isBlocked = labels.includes(MIGRATION_LABELS.blocked.name);
    const reason = parsePullState(pull, seal)?.blocked;
    const blocked = reason ?? (isBlocked ? 'the pull request says why' : undefined);
    const said = state === 'open' ? await fetchGateCheck(access, pull.head) : undefined;
    const gate = (['success', 'failure'] as const).find((one) => one === said?.conclusion);
    found.push({
      ...{ number, branch, isDraft, state },
      ...(gate === undefined ? {} : { gate }),
      ...(blocked === undefined ? {} : { blocked }),
    });
  }
  return found;
}
