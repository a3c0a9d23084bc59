import type { JobRun } from '../../../jobs/queue/run-leased-job.ts';
import { count } from '../../../security/report/count.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import type { PullRequest } from '../../api/pulls.ts';
import {
  openRepositoryClient,
  type RepositoryClient,
  type RepositoryClientDeps,
} from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { LinkedName, linkCommit } from '../../isolated-worker/run-migration-task.ts';
import type { IsolatedWorkerDeps } from '../../isolated-worker/run-on-commit.ts';
import type { OpenChecks } from '../../review/open-checks.ts';
import { LINK, linkCheckOf } from '../checks/link-check.ts';
import { type CheckState, changeCheck, fetchLastCheck, publishCheck } from '../checks/own-check.ts';
import { fetchGatePull } from '../pulls/gate-pull.ts';
import { parsePullState } from '../pulls/pull-state.ts';

export interface LinkDeps extends RepositoryClientDeps, IsolatedWorkerDeps {
  readonly openChecks: OpenChecks;
  readonly link: typeof linkCommit;
}

type LinkCommand = Pick<CommandOf<'link-migration'>, 'repository' | 'installation' | 'branch'>;

const PERMISSIONS = {
  ...({ checks: 'write', contents: 'read', metadata: 'read', pull_requests: 'read' } as const),
};

/** To whom a check of an earlier commit is of no use any more. */
const REPLACED: CheckState = {
  conclusion: 'cancelled',
  title: 'This is no longer wanted',
  summary: 'The branch has a newer commit, or its pull request was closed.',
};

const BROKEN: CheckState = {
  conclusion: 'neutral',
  title: 'The C program was not tested',
  summary:
    'That broke off, also when it was tried again, and says nothing of the Rust. The operator of the App finds the reason in its log; “Re-run” tries once more.',
};

/**
 * Has the C program of a head call the functions that a pull request migrates, runs its own tests in
 * the sandbox, and says in a check what came of it. A head that was tested is not tested again, unless
 * a person wants it; checks of earlier heads end. The check always comes to an end: the gate waits for it.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function linkMigration(
  command: CommandOf<'link-migration'>,
  run: JobRun,
  deps: LinkDeps,
): Promise<void> {
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const pull = await fetchGatePull(access, command.branch);
  const configuration = await fetchConfiguration(access);
  const functions = pull === undefined ? [] : functionsOf(access, pull);
  if (pull === undefined || functions.length === 0 || !configuration.migration.link) {
    return await endChecks(access, command, '', REPLACED, deps);
  }
  await endChecks(access, command, pull.head, REPLACED, deps);
  const said = await fetchLastCheck(access, LINK, pull.head);
  const isTested = said?.conclusion !== undefined && said.conclusion !== 'cancelled';
  if (!isTested || command.isAsked) {
    await deps.openChecks.note(targetOf(command, pull.head));
    const began = new Date(deps.clock.now()).toISOString();
    await publishCheck(access, LINK, pull, startedState(began, functions));
    await publishCheck(
      access,
      LINK,
      pull,
      await testLinked(command, configuration, pull, functions, run, deps),
    );
  }
  await deps.openChecks.forget(targetOf(command, pull.head));
}

/** Says that no attempt came to an end, since every worker that tried it has died. */
export async function reportDiedLink(
  command: CommandOf<'link-migration'>,
  deps: LinkDeps,
): Promise<void> {
  await endChecks(
    await openRepositoryClient(command, PERMISSIONS, deps),
    command,
    '',
    BROKEN,
    deps,
  );
}

async function testLinked(
  { repository, installation }: LinkCommand,
  configuration: Configuration,
  { head }: PullRequest,
  functions: readonly LinkedName[],
  { signal, last }: JobRun,
  deps: LinkDeps,
): Promise<CheckState> {
  try {
    const place = { repository, installation, configuration };
    return linkCheckOf(await deps.link(place, head, functions, signal, deps));
  } catch (thrown) {
    if (signal.aborted || !last) throw thrown;
    return BROKEN;
  }
}

/** What the app itself says that the pull request is for; else what its branch says. */
function functionsOf(
  { repository, identity, markerKey }: RepositoryClient,
  { body, branch }: PullRequest,
): readonly LinkedName[] {
  const seal = { key: markerKey, repository: repository.id, author: identity.bot };
  const parsed = parseBranch(branch);
  if (parsed?.kind !== 'function') return [];
  const state = parsePullState({ body, author: identity.bot, branch }, seal);
  return state?.functions ?? [{ name: parsed.name }];
}

function startedState(began: string, functions: readonly LinkedName[]): CheckState {
  const what = count(functions.length, 'function');
  return {
    ...{ conclusion: undefined, title: `Testing the C program with ${what} in Rust`, began },
    summary: 'It is built and tested as it is, and once more with the Rust in place of the C.',
  };
}

/** Ends what is under way for a branch, but for one head. */
async function endChecks(
  access: RepositoryClient,
  command: LinkCommand,
  but: string,
  why: CheckState,
  { openChecks }: LinkDeps,
): Promise<void> {
  for (const head of await openChecks.others(targetOf(command, but))) {
    const said = await fetchLastCheck(access, LINK, head);
    const isUnderWay = said !== undefined && said.conclusion === undefined;
    if (isUnderWay) await changeCheck(access, said.id, why);
    await openChecks.forget(targetOf(command, head));
  }
}

/** Under which it is noted whose checks are under way. */
function targetOf({ repository, branch }: LinkCommand, head: string) {
  return { repository, head, ref: `${LINK.idPrefix} ${branch}` };
}
