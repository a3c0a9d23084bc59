import { refusalOf } from '../../api/calls.ts';
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
  { github, calls, ownerRepo, identity }: RepositoryClient,
  { name }: OwnCheck,
  sha: string,
): Promise<PublishedCheck | undefined> {
  const runs = await calls.read(async (options) => {
    try {
      return await github.paginate(github.rest.checks.listForRef, {
        ...{ ...ownerRepo, ...options, ref: sha, check_name: name, app_id: identity.app },
        ...{ filter: 'all', per_page: 100 },
      });
    } catch (thrown) {
      // GitHub forgets commits that no branch leads to any more.
      if (refusalOf(thrown)?.status === 422) return [];
      throw thrown;
    }
  });
  const [last] = runs
    .filter(({ app }) => app?.id === identity.app)
    .sort((one, other) => other.id - one.id);
  if (last === undefined) return undefined;
  const { id, status, conclusion, output, started_at } = last;
  return {
    ...{ id, title: output.title ?? '', summary: output.summary ?? '' },
    // GitHub itself gives up what nobody has ended for long.
    conclusion:
      status === 'completed'
        ? (CONCLUSIONS.find((one) => one === conclusion) ?? 'cancelled')
        : undefined,
    ...(started_at === null ? {} : { began: started_at }),
  };
}

/** Has a check say this of a commit, in one check run that is written only where it differs. */
export async function publishCheck(
  access: RepositoryClient,
  check: OwnCheck,
  { number, head }: { readonly number: number; readonly head: string },
  wanted: CheckState,
): Promise<void> {
  const { github, calls, ownerRepo } = access;
  const said = await fetchLastCheck(access, check, head);
  if (said !== undefined) {
    const { title, summary } = outputOf(wanted);
    const isSaid = said.conclusion === wanted.conclusion && said.title === title;
    if (!isSaid || said.summary !== summary) await updateCheckRun(access, said.id, wanted);
    return;
  }
  await calls.write(
    async (options) => {
      await github.rest.checks.create({
        ...{ ...ownerRepo, ...options, name: check.name, head_sha: head, ...checkFields(wanted) },
        external_id: `${check.idPrefix} ${number}`,
      });
      return true;
    },
    async () => ((await fetchLastCheck(access, check, head)) === undefined ? undefined : true),
  );
}

/** Has a check run say this. @param id of the check run */
export async function updateCheckRun(
  { github, calls, ownerRepo }: RepositoryClient,
  id: number,
  wanted: CheckState,
): Promise<void> {
  await calls.write((options) =>
    github.rest.checks.update({
      ...ownerRepo,
      ...options,
      check_run_id: id,
      ...checkFields(wanted),
    }),
  );
}

function checkFields(wanted: CheckState) {
  const { conclusion, began } = wanted;
  const output = outputOf(wanted);
  if (conclusion !== undefined) return { status: 'completed' as const, conclusion, output };
  const since = began === undefined ? {} : { started_at: began };
  return { status: 'in_progress' as const, ...since, output };
}

/** Whether the external id of a check run is that of a check. */
export function isCheckOf({ idPrefix }: OwnCheck, externalId: string | null | undefined): boolean {
  return new RegExp(`^${idPrefix} \\d+$`).test(externalId ?? '');
}
