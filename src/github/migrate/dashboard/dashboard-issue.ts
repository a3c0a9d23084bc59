import { createIssue, type Issue, listIssues, updateIssue } from '../../api/issues.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseMarker, printMarker, type Seal } from '../../text/marker.ts';
import { MIGRATION_LABELS, setLabels } from '../pulls/labels.ts';
import { DASHBOARD_TITLE } from './print-dashboard.ts';

/** Pages of issues that are looked through for one that has lost its label. */
const MAX_PAGES = 50;

/**
 * The dashboard of a repository: the oldest issue of ours with its marker, whatever a person has done to
 * its title and its labels. Undefined where there is none.
 */
export async function findDashboard(access: RepositoryClient): Promise<Issue | undefined> {
  const { name } = MIGRATION_LABELS.migration;
  return (await firstWith(access, { labels: name })) ?? (await firstWith(access, {}));
}

async function firstWith(
  access: RepositoryClient,
  filter: { readonly labels?: string },
): Promise<Issue | undefined> {
  const seal = sealOf(access);
  for await (const issue of listIssues(access, filter, MAX_PAGES)) {
    if (parseMarker(issue, seal)?.kind === 'dashboard') return issue;
  }
  return undefined;
}

/**
 * Sees that a dashboard says what it should, and opens one where there is none.
 * @param text its body without the marker
 * @returns its number
 */
export async function writeDashboard(
  access: RepositoryClient,
  before: Issue | undefined,
  text: string,
): Promise<number> {
  const body = `${text}\n\n${printMarker({ kind: 'dashboard', words: [] }, sealOf(access))}`;
  if (before !== undefined) {
    if (before.body !== body) await updateIssue(access, before.number, body);
    return before.number;
  }
  const number = await createIssue(
    access,
    { title: DASHBOARD_TITLE, body },
    async () => (await findDashboard(access))?.number,
  );
  await setLabels(access, number, ['migration']);
  return number;
}

/** An issue has no number yet when its body is written, and there is one dashboard only. */
function sealOf({
  repository,
  identity,
  markerKey,
}: Pick<RepositoryClient, 'repository' | 'identity' | 'markerKey'>): Seal {
  return { key: markerKey, repository: repository.id, number: 0, author: identity.bot };
}
