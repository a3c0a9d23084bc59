import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import { fetchGateCheck } from '../checks/gate-check.ts';
import { MIGRATION_LABELS } from '../pulls/labels.ts';
import { parsePullState } from '../pulls/pull-state.ts';
import type { ListedPull } from './rows.ts';

const PAGE = 100;

/** Pages of pull requests that are looked through: older ones were merged or closed long ago. */
const MAX_PAGES = 20;

/**
 * The pull requests of the migration, also those that were merged or closed, the newest first.
 * @param access with a token that reads checks
 */
export async function fetchDashboardPulls(access: RepositoryClient): Promise<ListedPull[]> {
  const { github, calls, ownerRepo, repository, identity } = access;
  const seal = { key: access.markerKey, repository: repository.id, author: identity.bot };
  const found: ListedPull[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await calls.read((options) =>
      github.rest.pulls.list({ ...ownerRepo, ...options, state: 'all', per_page: PAGE, page }),
    );
    for (const one of data) {
      const branch = one.head.ref;
      const isOwn = one.user?.id === identity.bot && one.head.repo?.id === repository.id;
      if (!isOwn || parseBranch(branch)?.kind !== 'function') continue;
      const state = parsePullState({ body: one.body ?? '', author: one.user?.id, branch }, seal);
      const isBlocked = one.labels.some(({ name }) => name === MIGRATION_LABELS.blocked.name);
      const blocked = state?.blocked ?? (isBlocked ? 'the pull request says why' : undefined);
      const said = one.state === 'open' ? await fetchGateCheck(access, one.head.sha) : undefined;
      const gate = (['success', 'failure'] as const).find((one) => one === said?.conclusion);
      found.push({
        ...{ number: one.number, branch, isDraft: one.draft === true },
        state: one.state === 'open' ? 'open' : one.merged_at === null ? 'closed' : 'merged',
        ...(gate === undefined ? {} : { gate }),
        ...(blocked === undefined ? {} : { blocked }),
      });
    }
    if (data.length < PAGE) break;
  }
  return found;
}
