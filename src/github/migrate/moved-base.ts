import { codeSpan } from '../../security/report/markdown-text.ts';
import type { CommandOf } from '../command.ts';
import type { Access } from '../instructions/access.ts';
import type { Outcome } from './carry-over.ts';
import type { FunctionId } from './function-name.ts';
import type { MigrationDeps } from './migration-deps.ts';
import { readPullState } from './pull-state.ts';
import { type MigrationPull, openPulls } from './pulls.ts';
import { sayOnce } from './say-once.ts';

/** The branch that the open pull request of a function goes into. */
export function intoOf(
  { markerKey: key, repository, identity }: Access,
  open: readonly MigrationPull[],
  { name, file }: FunctionId,
): string | undefined {
  const seal = { key, repository: repository.id, author: identity.bot };
  const own = open.find((pull) =>
    readPullState(pull, seal)?.functions.some((one) => one.name === name && one.file === file),
  );
  return own?.into;
}

/** After a base has moved: what is built on the step follows, and who pushed is told. */
export async function followBase(
  access: Access,
  { repository, installation, reason, created }: CommandOf<'migrate-function'>,
  outcome: Outcome,
  deps: MigrationDeps,
): Promise<void> {
  const common = { repository, installation };
  if (outcome.kind === 'others' && outcome.pull !== undefined && reason === 'base-moved') {
    const { number, into, head } = outcome.pull;
    const text = `${codeSpan(into)} has moved. Somebody else has written to this branch, so it stays as it is: bring it up to date by hand.`;
    await sayOnce(access, number, `moved_${head}`, text);
  }
  if (outcome.kind !== 'open' || reason !== 'base-moved') return;
  const { markerKey: key, identity } = access;
  for (const pull of await openPulls(access)) {
    if (pull.into !== outcome.base.branch) continue;
    const seal = { key, repository: repository.id, author: identity.bot };
    const [next] = readPullState(pull, seal)?.functions ?? [];
    if (next === undefined) continue;
    const job = { function: next, reason: 'base-moved' as const, stack: false, created };
    await deps.requestMigration({ kind: 'migrate-function', ...common, ...job });
  }
}
