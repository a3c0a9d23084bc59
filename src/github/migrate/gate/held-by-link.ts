import type { Clock } from '../../../model/clock.ts';
import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { LINK } from '../checks/link-check.ts';
import { type CheckState, fetchLastCheck } from '../checks/own-check.ts';
import type { Authorship } from '../pulls/gate-pull.ts';

/** A pull request of a migration that the gate looks at. */
export interface GateSubject {
  readonly access: RepositoryClient;
  readonly pull: PullRequest;
  readonly authorship: Authorship;
  readonly configuration: Configuration;
}

/** Has the C program tested, before long. */
export type RequestLink = (command: CommandOf<'link-migration'>) => Promise<void>;

/** For so long the gate waits for the tests of the C program. */
const LINK_HOURS = 2;

/**
 * What keeps a head back that CI has passed: that the C program's own tests fail with the Rust, or have not
 * come to an end. The wait has an end: their end is an event, and after some hours, or when a person
 * asks, the gate goes on without them.
 */
export async function whyHeldByLink(
  { access, pull, configuration }: GateSubject,
  { repository, installation, branch, isAsked }: CommandOf<'judge-migration'>,
  gateBegan: string | undefined,
  deps: { readonly clock: Clock; readonly requestLink: RequestLink },
): Promise<CheckState | undefined> {
  if (!configuration.migration.link || parseBranch(branch)?.kind !== 'function') return undefined;
  const said = await fetchLastCheck(access, LINK, pull.head);
  if (said?.conclusion === 'failure') {
    const title = 'The C program fails with the Rust';
    const summary = `CI is green, and yet the check **${LINK.name}** has failed: the C program’s own tests pass with the C, and fail with the Rust in its place. A person has to look.`;
    return { conclusion: 'failure', title, summary };
  }
  const began = Date.parse(said?.began ?? gateBegan ?? '');
  const isLate = deps.clock.now() - began > LINK_HOURS * 3_600_000;
  const isEnded = said?.conclusion === 'success' || said?.conclusion === 'neutral';
  if (isEnded || isLate || isAsked) return undefined;
  // The job may be lost. Asking twice is the same as asking once.
  if (said === undefined || said.conclusion === 'cancelled') {
    const command = { kind: 'link-migration' as const, repository, installation, branch };
    await deps.requestLink({ ...command, isAsked: false });
  }
  const title = 'Waiting for the tests of the C program';
  const summary = `CI is green. The check **${LINK.name}** has not come to its end; “Re-run” of this check goes on without it.`;
  return { conclusion: undefined, title, summary };
}
