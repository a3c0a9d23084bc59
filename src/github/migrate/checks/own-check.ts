import {
  type CheckRun,
  type CheckRunChange,
  createCheckRun,
  fetchOwnCheckRuns,
  updateCheckRun,
} from '../../api/checks.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { outputOf } from '../../publish/check-run.ts';

/** A check of ours on heads of the migration. */
export interface OwnCheck {
  /** What people see, and branch rules can require. */
  readonly name: string;
  /** The first word of its external id; the number of the pull request is the second. */
  readonly idPrefix: string;
}

const CONCLUSIONS = ['success', 'failure', 'neutral', 'cancelled'] as const;

/** What a check says of a commit. It is under way until it has a conclusion. */
export interface CheckState {
  readonly conclusion: (typeof CONCLUSIONS)[number] | undefined;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** When what is under way was begun, where that matters: ISO 8601. */
  readonly began?: string;
}

/** What a check has said. */
export interface PublishedCheck extends CheckState {
  readonly id: number;
}

/** The last thing that a check of ours said of a commit; undefined where it said nothing. */
export async function fetchLastCheck(
  access: RepositoryClient,
  { name }: OwnCheck,
  sha: string,
): Promise<PublishedCheck | undefined> {
  const last = await fetchLastRun(access, name, sha);
  if (last === undefined) return undefined;
  const { id, status, conclusion, title, summary, started } = last;
  return {
    ...{ id, title, summary },
    // GitHub itself ends a check run that has been under way for two weeks.
    conclusion:
      status === 'completed'
        ? (CONCLUSIONS.find((one) => one === conclusion) ?? 'cancelled')
        : undefined,
    ...(started === undefined ? {} : { began: started }),
  };
}

async function fetchLastRun(
  access: RepositoryClient,
  name: string,
  sha: string,
): Promise<CheckRun | undefined> {
  return (await fetchOwnCheckRuns(access, sha, name, access.identity.app))[0];
}

/** Has a check say this of a commit, in one check run that is written only where it differs. */
export async function publishCheck(
  access: RepositoryClient,
  check: OwnCheck,
  { number, head }: { readonly number: number; readonly head: string },
  wanted: CheckState,
): Promise<void> {
  const said = await fetchLastCheck(access, check, head);
  if (said !== undefined) {
    const { title, summary } = outputOf(wanted);
    const isSaid = said.conclusion === wanted.conclusion && said.title === title;
    if (!isSaid || said.summary !== summary) await changeCheck(access, said.id, wanted);
    return;
  }
  const externalId = `${check.idPrefix} ${number}`;
  const run = { name: check.name, head, externalId, ...changeOf(wanted) };
  await createCheckRun(access, run, () => fetchLastRun(access, check.name, head));
}

/** Has a check run say this. @param id of the check run */
export async function changeCheck(
  access: RepositoryClient,
  id: number,
  wanted: CheckState,
): Promise<void> {
  await updateCheckRun(access, id, changeOf(wanted));
}

function changeOf(wanted: CheckState): CheckRunChange {
  const { conclusion, began } = wanted;
  const output = outputOf(wanted);
  if (conclusion !== undefined) return { status: 'completed', conclusion, ...output };
  const since = began === undefined ? {} : { startedAt: began };
  return { status: 'in_progress', ...since, ...output };
}

/** Whether the external id of a check run is that of a check. */
export function isCheckOf({ idPrefix }: OwnCheck, externalId: string | null | undefined): boolean {
  return new RegExp(`^${idPrefix} \\d+$`).test(externalId ?? '');
}
