import { codeSpan } from '../../../page/markdown-text.ts';
import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import type { FunctionId } from '../../commands/function-id.ts';
import { postOnce } from '../../comments/post-once.ts';
import { fetchOpenPulls } from '../pulls/fetch-pulls.ts';
import { parsePullState } from '../pulls/pull-state.ts';
import type { MigrationDeps } from './migration-deps.ts';
import type { ProposalOutcome } from './propose-step.ts';

/** The branch that the open pull request of a function goes into. */
export function targetBranchOf(
  { markerKey: key, repository, identity }: RepositoryClient,
  open: readonly PullRequest[],
  { name, file }: FunctionId,
): string | undefined {
  const seal = { key, repository: repository.id, author: identity.bot };
  const own = open.find((pull) =>
    parsePullState(pull, seal)?.functions.some((one) => one.name === name && one.file === file),
  );
  return own?.into;
}

/** After a base has moved: what is built on the step follows, and who pushed is told. */
export async function migrateDependents(
  access: RepositoryClient,
  { repository, installation, reason, created }: CommandOf<'migrate-function'>,
  outcome: ProposalOutcome,
  deps: MigrationDeps,
): Promise<void> {
  const common = { repository, installation };
  if (outcome.kind === 'others' && outcome.pull !== undefined && reason === 'base-moved') {
    const { number, into, head } = outcome.pull;
    const text = `${codeSpan(into)} has moved. Another person has written to this branch, so it stays as it is: bring it up to date by hand.`;
    await postOnce(access, number, { words: ['once', `moved_${head}`], text });
  }
  if (outcome.kind !== 'open' || reason !== 'base-moved') return;
  const { markerKey: key, identity } = access;
  for (const pull of await fetchOpenPulls(access)) {
    if (pull.into !== outcome.base.branch) continue;
    const seal = { key, repository: repository.id, author: identity.bot };
    const [next] = parsePullState(pull, seal)?.functions ?? [];
    if (next === undefined) continue;
    const job = { function: next, reason: 'base-moved' as const, stack: false, created };
    await deps.requestMigration({ kind: 'migrate-function', ...common, ...job });
  }
}
