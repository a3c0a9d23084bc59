import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseMarker, printMarker, type Seal } from '../../text/marker.ts';
import { MIGRATION_LABELS, setLabels } from '../pulls/labels.ts';
import { DASHBOARD_TITLE } from './print-dashboard.ts';

/** The issue as it is. */
export interface DashboardIssue {
  readonly number: number;
  readonly isOpen: boolean;
  readonly body: string;
}

const PAGE = 100;

/** Pages of issues that are looked through for one that has lost its label. */
const MAX_PAGES = 50;

/**
 * The dashboard of a repository: the oldest issue of ours with its marker, whatever a person has done to
 * its title and its labels. Undefined where there is none.
 */
export async function findDashboard(access: RepositoryClient): Promise<DashboardIssue | undefined> {
  const { name } = MIGRATION_LABELS.migration;
  return (await firstWith(access, { labels: name })) ?? (await firstWith(access, {}));
}

async function firstWith(
  { github, calls, ownerRepo, ...access }: RepositoryClient,
  filter: { readonly labels?: string },
): Promise<DashboardIssue | undefined> {
  const seal = sealOf(access);
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data } = await calls.read((options) =>
      github.rest.issues.listForRepo({
        ...{ ...ownerRepo, ...options, ...filter, state: 'all', per_page: PAGE, page },
        ...({ sort: 'created', direction: 'asc' } as const),
      }),
    );
    for (const { number, state, body, user, pull_request } of data) {
      if (pull_request !== undefined) continue;
      const text = body ?? '';
      const marker = parseMarker({ body: text, author: user?.id }, seal);
      if (marker?.kind === 'dashboard') return { number, isOpen: state === 'open', body: text };
    }
    if (data.length < PAGE) break;
  }
  return undefined;
}

/** The dashboard as it is now, with what people ticked in the meantime. */
export async function fetchDashboard(
  { github, calls, ownerRepo }: RepositoryClient,
  number: number,
): Promise<DashboardIssue> {
  const { data } = await calls.read((options) =>
    github.rest.issues.get({ ...ownerRepo, ...options, issue_number: number }),
  );
  return { number, isOpen: data.state === 'open', body: data.body ?? '' };
}

/**
 * Sees that a dashboard says what it should, and opens one where there is none.
 * @param text its body without the marker
 * @returns its number
 */
export async function writeDashboard(
  access: RepositoryClient,
  before: DashboardIssue | undefined,
  text: string,
): Promise<number> {
  const { github, calls, ownerRepo } = access;
  const body = `${text}\n\n${printMarker({ kind: 'dashboard', words: [] }, sealOf(access))}`;
  if (before !== undefined) {
    if (before.body !== body) {
      await calls.write(async (options) => {
        const where = { ...ownerRepo, issue_number: before.number };
        await github.rest.issues.update({ ...where, ...options, body });
      });
    }
    return before.number;
  }
  const number = await calls.write(
    async (options) => {
      const issue = { ...ownerRepo, title: DASHBOARD_TITLE, body };
      return (await github.rest.issues.create({ ...issue, ...options })).data.number;
    },
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
